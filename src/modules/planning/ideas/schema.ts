import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import {
  deletionFields,
  exampleId,
  idOf,
  instant,
  instantInput,
  lineText,
  nameText,
  pageFields,
  pageQuery,
  text,
} from '#infra/http/schemas.ts'
import { caps } from '#kernel/caps.ts'
import { post, postParts } from '#modules/posts/index.ts'
import { stagePresets } from './state.ts'

const fields = {
  title: lineText(0, 200)
    .trim()
    .meta({ description: 'What the idea is about, on one line.', examples: ['How the lamp works'] }),
  text: text(0, 5_000).meta({
    description: 'Notes, or a first version of the post.',
    examples: ['Record it at dusk.'],
  }),
  url: postParts.link.nullable().meta({ description: 'A page that the idea is about.' }),
  mediaIds: idOf('media').array().max(10).meta({ description: 'Files for the post, at most 10.' }),
  labelIds: idOf('lbl').array().max(20).meta({ description: 'Labels of the same profile, at most 20.' }),
}
const stageId = idOf('stage')

export const ideaBody = z
  .strictObject({
    profileId: idOf('prof'),
    title: fields.title.default(''),
    text: fields.text.default(''),
    url: fields.url.default(null),
    mediaIds: fields.mediaIds.default([]),
    labelIds: fields.labelIds.default([]),
    stageId: stageId
      .optional()
      .meta({ description: 'The stage, on top of which it is put. Defaults to the first one.' }),
  })
  .meta({
    id: 'NewIdea',
    description: 'It needs at least a title, a text, a URL or a file.',
    examples: [{ profileId: exampleId('prof'), title: 'How the lamp works' }],
  })

export const ideaChanges = z
  .strictObject(fields)
  .partial()
  .meta({
    id: 'ChangeIdea',
    description: 'Omitted fields are left unchanged. Lists are replaced.',
    examples: [{ text: 'Record it at dusk.' }],
  })

export const moveBody = z
  .strictObject({
    stageId: stageId.meta({ description: 'The stage to move it to, which may be its own.' }),
    beforeId: idOf('idea')
      .nullable()
      .default(null)
      .meta({ description: 'The idea of that stage that it is put before. Null to put it at the end.' }),
  })
  .meta({ id: 'MoveIdea', examples: [{ stageId: exampleId('stage') }] })

export const draftBody = z
  .strictObject({
    scheduledAt: instantInput.optional().meta({ description: 'A time for the draft, which stays a draft.' }),
    unusedOnly: z.boolean().default(false).meta({
      description: 'True to refuse if a post has already been made from the idea and is not in the trash.',
    }),
  })
  .meta({ id: 'NewIdeaDraft', mayBeAbsent: true, examples: [{ scheduledAt: '2026-11-22T09:00:00Z' }] })

export const ideaPath = z.strictObject({ id: idOf('idea') })
export const ideasQuery = z.strictObject({
  profileId: idOf('prof'),
  stageId: stageId.optional().meta({ description: 'Only ideas of this stage.' }),
  labelId: idOf('lbl').optional().meta({ description: 'Only ideas with this label.' }),
  authorUid: idOf('usr').optional().meta({ description: 'Only ideas of this person.' }),
  q: text(1, 200).optional().meta({ description: 'Only ideas whose title, text or URL contains this, in any case.' }),
  hasPosts: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional()
    .meta({
      documentedAs: { type: 'boolean' },
      description: '`true` lists ideas that a post was made from, `false` the others. The trash does not count.',
    }),
  ...pageQuery({ max: 200, fallback: 100 }),
})
export const ideaPostsQuery = z.strictObject(pageQuery({ max: 100, fallback: 20 }))

const shape = {
  id: idOf('idea'),
  profileId: idOf('prof'),
  stageId,
  title: z.string().meta({ description: 'Empty if it has none.', examples: ['How the lamp works'] }),
  text: z.string().meta({ description: 'Empty if it has none.', examples: ['Record it at dusk.'] }),
  url: z.string().nullable(),
  mediaIds: idOf('media').array().meta({ description: 'Its files that still exist.' }),
  labelIds: idOf('lbl').array().meta({ description: 'Its labels that still exist.' }),
  authorUid: idOf('usr').nullable().meta({ description: 'The person who added it. Null if their account is deleted.' }),
  version: z.int().meta({ description: 'Rises with each change and move. It is the ETag.', examples: [1] }),
  createdAt: instant,
  updatedAt: instant,
}

export const idea = versioned(
  z.object(shape).meta({ id: 'Idea', description: 'An idea for a post. Its place is the one that it has in lists.' }),
)

const listedIdea = z
  .object({
    ...shape,
    thumbnailUrl: z
      .string()
      .nullable()
      .meta({ description: 'A small image of its first file, valid for a day. Null if it has none.' }),
    postCount: z.int().meta({ description: 'The number of posts made from it, without the trash.', examples: [0] }),
  })
  .meta({ id: 'ListedIdea', description: 'An idea, with what a board shows next to it.' })

export const ideaPage = z
  .object({
    ideas: listedIdea.array().meta({ description: 'By the order of the stages, and by place within each.' }),
    ...pageFields,
  })
  .meta({ id: 'IdeaPage' })

export const ideaPosts = z
  .object({
    posts: z
      .object({
        id: idOf('post'),
        status: post.shape.status,
        content: z.string().meta({ description: 'The first 200 characters of its text.' }),
        createdAt: instant,
      })
      .array()
      .meta({ description: 'Newest first, without the trash.' }),
    ...pageFields,
  })
  .meta({ id: 'IdeaPosts' })

export const deletedIdea = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedIdea' })

const stageName = nameText(40).meta({
  description: 'The name, unique within the profile in any case.',
  examples: ['Ready'],
})
const stagePlace = stageId
  .nullable()
  .meta({ description: 'The stage that it is put before. Null to put it at the end.' })

export const stageBody = z
  .strictObject({ profileId: idOf('prof'), name: stageName, beforeId: stagePlace.default(null) })
  .meta({ id: 'NewIdeaStage', examples: [{ profileId: exampleId('prof'), name: 'With the client' }] })

export const stageChanges = z
  .strictObject({ name: stageName, beforeId: stagePlace })
  .partial()
  .meta({ id: 'ChangeIdeaStage', description: 'Omitted fields are left unchanged.', examples: [{ name: 'To do' }] })

export const stagePath = z.strictObject({ id: stageId })
export const stagesQuery = z.strictObject({ profileId: idOf('prof') })
export const deleteStageQuery = z.strictObject({
  moveToId: stageId
    .optional()
    .meta({ description: 'The stage at whose end its ideas are put. Required if it has ideas.' }),
})

export const stage = versioned(
  z
    .object({
      id: stageId,
      profileId: idOf('prof'),
      name: z.string().meta({ examples: ['Ready'] }),
      preset: z.enum(stagePresets).nullable().meta({
        description: 'Which of the first stages it is, for a translation of its name. Null once it is renamed.',
      }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'IdeaStage', description: 'A stage of ideas: a column of the board.' }),
)

export const stageList = z
  .object({
    stages: stage.array().meta({ description: `In the order of the board, at most ${caps.ideaStagesOfProfile}.` }),
  })
  .meta({ id: 'IdeaStages' })
export const deletedStage = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedIdeaStage' })

export type IdeaBody = z.output<typeof ideaBody>
export type IdeaChanges = z.output<typeof ideaChanges>
export type DraftBody = z.output<typeof draftBody>
export type MoveBody = z.output<typeof moveBody>
export type IdeasQuery = z.output<typeof ideasQuery>
export type IdeaPostsQuery = z.output<typeof ideaPostsQuery>
export type StageBody = z.output<typeof stageBody>
export type StageChanges = z.output<typeof stageChanges>
