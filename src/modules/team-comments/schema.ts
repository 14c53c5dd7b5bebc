import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { deletionFields, filledText, idOf, instant, pageFields, pageQuery } from '#infra/http/schemas.ts'

const mentionsMax = 20
const textMax = 4_000

export const postPath = z.strictObject({ id: idOf('post') })
export const commentPath = z.strictObject({ id: idOf('post'), commentId: idOf('tcm') })

const words = filledText(textMax).meta({
  description: 'The text. It is shown exactly as written: nothing in it is markup.',
  examples: ['@Ada Please check the price.'],
})
const mentions = z
  .array(idOf('usr'))
  .max(mentionsMax)
  .meta({ description: `Members of the post’s profile to notify, at most ${mentionsMax}.`, examples: [[]] })

export const commentBody = z
  .strictObject({
    text: words,
    mentions: mentions.default([]),
    replyTo: idOf('tcm')
      .optional()
      .meta({ description: 'Any comment of the thread to reply to. If omitted, the comment starts a thread.' }),
  })
  .meta({ id: 'NewTeamComment', examples: [{ text: 'The price is wrong.' }] })

export const commentChanges = z
  .strictObject({
    text: words,
    mentions: mentions.meta({
      description: 'Replaces the mentions. People who were not mentioned before are notified.',
    }),
  })
  .partial()
  .meta({
    id: 'ChangeTeamComment',
    description: 'Omitted fields are left unchanged.',
    examples: [{ text: 'The price is right.' }],
  })

export const commentsQuery = z.strictObject({
  resolved: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? undefined : value === 'true'))
    .meta({
      description: 'True to list only resolved threads, false for only those that are not. If omitted, all.',
      documentedAs: { type: 'boolean' },
    }),
  ...pageQuery({ max: 200, fallback: 100 }),
})

const person = z.object({
  uid: idOf('usr'),
  name: z.string().meta({ description: 'The person’s current name.', examples: ['Ada'] }),
})

export const comment = versioned(
  z
    .object({
      id: idOf('tcm'),
      postId: idOf('post'),
      threadId: idOf('tcm').meta({ description: 'The first comment of the thread. It is the comment’s own ID there.' }),
      author: person
        .extend({ avatarUrl: z.string().nullable().meta({ description: 'An image from this installation.' }) })
        .nullable()
        .meta({ description: 'Null if the person’s account is deleted.' }),
      text: z
        .string()
        .nullable()
        .meta({ description: 'Null if the comment is deleted and others have replied.', examples: ['Checked.'] }),
      mentions: person.array().meta({ description: 'The people mentioned, as far as they still have an account.' }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      createdAt: instant,
      editedAt: instant.nullable().meta({ description: 'When the text was last changed. Null if never.' }),
      deletedAt: instant.nullable(),
      resolvedAt: instant
        .nullable()
        .meta({ description: 'When the thread was resolved. Set on its first comment only. Null while it is open.' }),
      resolver: person.nullable().meta({ description: 'The person who resolved the thread.' }),
    })
    .meta({
      id: 'TeamComment',
      description: 'A comment for the members of the post’s profile. Visitors of share links never see it.',
    }),
)

export const commentPage = z
  .object({
    comments: comment.array().meta({ description: 'Oldest first. Comments with the same `threadId` are a thread.' }),
    openThreads: z.int().meta({ description: 'The threads of the post that are not resolved.', examples: [1] }),
    ...pageFields,
  })
  .meta({ id: 'TeamCommentPage' })

export const deletedComment = z
  .object({ ...deletionFields, success: z.literal(true) })
  .meta({ id: 'DeletedTeamComment' })

export type CommentBody = z.output<typeof commentBody>
export type CommentChanges = z.output<typeof commentChanges>
export type CommentsQuery = z.output<typeof commentsQuery>
