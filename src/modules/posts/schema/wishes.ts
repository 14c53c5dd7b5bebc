import { z } from 'zod'
import { exampleId, idOf, text, timezone } from '#infra/http/schemas.ts'
import { platformIdOf } from '#rules/network-names.ts'
import * as part from './parts.ts'

/** Schemas of request bodies. */

export const createPostBody = z
  .strictObject({
    profileId: idOf('prof'),
    content: part.content.default(''),
    title: part.title.nullable().optional(),
    platforms: part.platforms.default([]),
    media: part.media.default([]),
    format: part.format.default('post'),
    thread: part.thread.default([]),
    scheduledAt: part.moment.nullable().optional().meta({
      description:
        'When it is to go out. Without an offset: local time in `timezone`, else in that of the profile, else in yours.',
    }),
    latestAt: part.moment
      .nullable()
      .optional()
      .meta({ description: 'It is not sent after that; by default a day after its time.' }),
    timezone: timezone.nullable().optional(),
    saveAsDraft: z.boolean().default(false).meta({ description: 'It never goes out by itself, whatever its time.' }),
    tags: part.tags.default([]),
    language: part.language.nullable().optional(),
    firstComment: part.firstComment.nullable().optional(),
    link: part.link.nullable().optional(),
    settings: part.settings.default({}),
    confirmWarnings: part.confirmWarnings.default([]),
    metadata: part.metadata.default({}),
  })
  .refine(part.namesFewFiles, part.tooManyFiles)
  .meta({
    id: 'CreatePost',
    description: 'Without `scheduledAt` and `saveAsDraft` it is published at once.',
    examples: [
      {
        profileId: exampleId('prof'),
        content: 'The lighthouse is open again.',
        platforms: [platformIdOf('bluesky'), 'mastodon'],
      },
    ],
  })

export const updatePostBody = z
  .strictObject({
    content: part.content.optional(),
    title: part.title.nullable().optional(),
    platforms: part.platforms.optional(),
    media: part.media.optional(),
    format: part.format.optional(),
    thread: part.thread.optional(),
    scheduledAt: part.moment.nullable().optional(),
    latestAt: part.moment.nullable().optional(),
    timezone: timezone.nullable().optional(),
    saveAsDraft: z.boolean().optional(),
    tags: part.tags.optional(),
    language: part.language.nullable().optional(),
    firstComment: part.firstComment.nullable().optional(),
    link: part.link.nullable().optional(),
    settings: part.settings.optional(),
    confirmWarnings: part.confirmWarnings.optional(),
    metadata: part.metadata.optional(),
  })
  .refine(part.namesFewFiles, part.tooManyFiles)
  .meta({
    id: 'UpdatePost',
    description: 'What is absent stays as it is; null clears. `platforms` replaces the list.',
    examples: [{ scheduledAt: '2026-11-22T09:00:00Z' }],
  })

/** Any object: its faults are the answer, not a refusal. */
export const validateBody = z.record(z.string(), z.unknown()).meta({
  documentedAs: { $ref: '#/$defs/CreatePost' },
})

export const duplicateBody = z
  .strictObject({
    scheduledAt: part.moment.nullable().optional().meta({ description: 'The copy is scheduled for then.' }),
    timezone: timezone.optional(),
  })
  .meta({ id: 'DuplicatePost', mayBeAbsent: true, examples: [{ scheduledAt: '2026-11-22T09:00:00Z' }] })

export const expandBody = z
  .strictObject({ platforms: part.platforms.min(1), confirmWarnings: part.confirmWarnings.default([]) })
  .meta({ id: 'ExpandPost', examples: [{ platforms: ['mastodon'] }] })

const targetName = text(1, 100).meta({
  description: 'A platform, `<platform>:<accountId>`, or the id of a target.',
  examples: [platformIdOf('bluesky')],
})

const found = {
  platformUrl: part.link.optional().meta({ description: 'Where it was found.' }),
  platformPostId: text(1, 500).optional().meta({ description: "The network's own id of it." }),
}
const resolution = z.enum(['retry', 'published']).meta({
  description:
    'Of what is not known: `published`: somebody has looked and it is there. `retry`: it is not, so send it again.',
})

export const retryBody = z
  .strictObject({
    platforms: z.array(targetName).min(1).max(20).optional(),
    resolve: resolution.optional(),
    ...found,
  })
  .meta({ id: 'RetryPost', mayBeAbsent: true, examples: [{ platforms: [platformIdOf('bluesky')] }] })

export const resolveBody = z
  .strictObject({ resolve: resolution, ...found })
  .meta({ id: 'ResolveTarget', examples: [{ resolve: 'published' }] })

const filesInBulk = 1_000

export const bulkBody = z
  .strictObject({ posts: z.array(createPostBody).min(1).max(50) })
  .refine(
    ({ posts }) => posts.reduce((sum, wish) => sum + part.countFiles(wish), 0) <= filesInBulk,
    `must not name more than ${filesInBulk} files in all`,
  )
  .meta({ id: 'CreatePosts', description: 'At most 50; each becomes a draft.' })

export type NewPost = z.output<typeof createPostBody>
export type PostWish = z.output<typeof updatePostBody>
export type RetryWish = z.output<typeof retryBody>
export type ResolveWish = z.output<typeof resolveBody>
export type ExpandWish = z.output<typeof expandBody>
export type DuplicateWish = z.output<typeof duplicateBody>
