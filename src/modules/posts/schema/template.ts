import { z } from 'zod'
import { byNetwork } from '#infra/http/platforms.ts'
import { mentions } from './mentions.ts'
import * as part from './parts.ts'

const own = part.target.omit({ platform: true, accountId: true })

/** A post to start others from: without accounts and times. */
export const templatePost = z
  .strictObject({
    content: part.content.default(''),
    title: part.title.nullable().default(null),
    media: part.media.default([]),
    format: part.format.default('post'),
    thread: part.thread.default([]),
    tags: part.tags.default([]),
    language: part.language.nullable().default(null),
    firstComment: part.firstComment.nullable().default(null),
    link: part.link.nullable().default(null),
    mentions: mentions.default([]),
    settings: part.settings.default({}),
    networks: byNetwork(own)
      .default({})
      .meta({
        documentedAs: { type: 'object', additionalProperties: { type: 'object' } },
        description:
          'What differs on a network, by its name: `content`, `title`, `media`, `firstComment`, `settings`, `format`, ' +
          '`link` or `thread`, as in `platforms` of a post.',
        examples: [{ mastodon: { content: 'The lighthouse is open again. #lighthouse' } }],
      }),
  })
  .refine(part.namesFewFiles, part.tooManyFiles)
  .meta({
    id: 'TemplatePost',
    description: 'A post without accounts and times.',
    examples: [{ content: 'The lighthouse is open again.', tags: ['opening hours'] }],
  })

export type TemplatePost = z.output<typeof templatePost>
