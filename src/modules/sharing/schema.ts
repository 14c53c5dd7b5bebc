import { z } from 'zod'
import { platformAnswer } from '#infra/http/platforms.ts'
import {
  deletionFields,
  filledText,
  idOf,
  instant,
  instantInput,
  nameText,
  problemSchema,
  text,
} from '#infra/http/schemas.ts'
import { refusals } from '#kernel/errors.ts'
import { extras } from '#modules/posts/index.ts'

export const postPath = z.strictObject({ id: idOf('post') })
export const linkPath = z.strictObject({ id: idOf('post'), linkId: idOf('shr') })
export const commentPath = z.strictObject({ id: idOf('post'), commentId: idOf('cmt') })
export const tokenPath = z.strictObject({ token: text(1, 200) })

/** Any query: whatever chats and email clients append to a link must not break it. */
export const anyQuery = z.looseObject({})

export const createLinkBody = z
  .strictObject({
    expiresAt: instantInput
      .nullable()
      .optional()
      .meta({ description: 'When the link expires. If omitted, the link works until it is revoked.' }),
    comments: z
      .boolean()
      .default(false)
      .meta({ description: 'Lets anyone with the link comment on the post, without an account.' }),
  })
  .meta({ id: 'CreateShareLink', mayBeAbsent: true, examples: [{ comments: true }] })

export const shareLink = z
  .object({
    id: idOf('shr'),
    url: z.string().meta({ examples: ['https://posthorn.example.com/v1/share/p/3q2-7wEjRWd4mrze8gEjRQ'] }),
    token: z.string(),
    postId: idOf('post'),
    comments: z.boolean(),
    views: z.int().meta({ description: 'Visitors, counted once per day. Link preview bots are not counted.' }),
    createdAt: instant,
    expiresAt: instant.nullable(),
    revokedAt: instant.nullable(),
  })
  .meta({ id: 'ShareLink', description: 'A link that shows a post to people without an account.' })

export const revokedLink = z
  .object({ ...deletionFields, success: z.literal(true), revokedAt: instant })
  .meta({ id: 'RevokedShareLink' })

const media = z.object({
  kind: z.enum(['image', 'video', 'document', 'audio']),
  url: z.string(),
  posterUrl: z.string().nullable(),
  altText: z.string().nullable(),
  width: z.int(),
  height: z.int(),
})
const words = z.string().meta({ examples: ['The lighthouse is open again.'] })
const commentText = z.string().meta({ examples: ['Please add our opening hours.'] })
const isReply = z.boolean().meta({ description: 'True for a reply from the team of the profile.' })
const part = z.object({ text: words, media: media.array() })

const postPreview = z
  .object({
    profile: z.object({
      name: z.string(),
      brandColor: z.string().nullable(),
      avatarUrl: z.string().nullable().meta({ description: 'The photo of the brand. Null if none is set.' }),
    }),
    status: z.string(),
    scheduledAt: instant.nullable(),
    publishedAt: instant.nullable(),
    timezone: z.string().nullable(),
    expiresAt: instant.nullable(),
    parts: part.array().meta({ description: 'The post itself. A thread has more than one part.' }),
    targets: z
      .object({
        ...platformAnswer,
        name: z.string(),
        account: z
          .object({
            handle: z.string(),
            displayName: z.string().nullable(),
            avatarUrl: z.string().nullable().meta({ description: 'An image from this installation.' }),
          })
          .nullable(),
        status: z.string(),
        platformUrl: z.string().nullable(),
        format: z.string().meta({ examples: ['post'] }),
        title: z.string().nullable(),
        link: z.string().nullable(),
        firstComment: z.string().nullable(),
        extras,
        parts: part.array().meta({ description: 'The text is as sent to this network.' }),
      })
      .array(),
    allowsComments: z.boolean(),
    comments: z
      .object({ name: z.string(), text: commentText, fineByMe: z.boolean(), isReply, createdAt: instant })
      .array()
      .meta({ description: 'Comments from visitors, and replies. Empty if the link does not allow comments.' }),
  })
  .meta({ id: 'PostPreview', description: 'A post as shown through a share link, without IDs or settings.' })

export const commentBody = z
  .strictObject({
    name: nameText(80).meta({ examples: ['Maria'] }),
    text: text(0, 2_000).default(''),
    fineByMe: z.boolean().default(false).meta({ description: 'True if the post can be published as is.' }),
  })
  .refine(({ text, fineByMe }) => fineByMe || text.trim() !== '', {
    path: ['text'],
    message: 'must not be blank unless fineByMe is true',
  })
  .meta({ id: 'CommentOnPost', examples: [{ name: 'Maria', text: 'Please add our opening hours.' }] })

export const commented = z
  .object({ name: z.string(), text: commentText, fineByMe: z.boolean(), createdAt: instant })
  .meta({ id: 'CommentedOnPost' })

export const backToPage = z.undefined().meta({ description: 'Redirects to the page after the form is submitted.' })

export const postComment = z
  .object({
    id: idOf('cmt'),
    linkId: idOf('shr').nullable().meta({ description: 'The link that the visitor used.' }),
    guestId: idOf('gst')
      .nullable()
      .meta({ description: 'The guest who wrote it. Null for a visitor of a share link.' }),
    name: z.string().meta({
      description:
        'The name of the guest, or the name that the visitor entered, which is not verified. For a reply, the name of its author, or of the ' +
        'profile if the author’s account is deleted.',
    }),
    text: commentText,
    fineByMe: z.boolean(),
    isReply,
    author: z
      .object({
        uid: idOf('usr'),
        name: z.string().meta({ examples: ['Ada'] }),
        avatarUrl: z.string().nullable().meta({ description: 'An image from this installation.' }),
      })
      .nullable()
      .meta({ description: 'The member who wrote the reply. Null for a visitor, and if the account is deleted.' }),
    createdAt: instant,
  })
  .meta({ id: 'PostComment' })

export const replyBody = z
  .strictObject({
    text: filledText(2_000).meta({ examples: ['Done: it now has the opening hours.'] }),
  })
  .meta({ id: 'ReplyToPostComments' })

export const deletedComment = z
  .object({ ...deletionFields, success: z.literal(true) })
  .meta({ id: 'DeletedPostComment' })

const page = { 'text/html': { schema: z.string() } }
export const previewOrPage = {
  description: 'The post, as an HTML page for browsers and as JSON otherwise.',
  content: { 'application/json': { schema: postPreview }, ...page },
}
export const goneOrPage = {
  description: `\`share_link_not_found\`: ${refusals.share_link_not_found.title}\n\nAn HTML page for a browser.`,
  content: { 'application/problem+json': { schema: problemSchema }, ...page },
}

export type NewLink = z.output<typeof createLinkBody>
export type Reply = z.output<typeof replyBody>
export type NewComment = z.output<typeof commentBody>
export type PostPreview = z.output<typeof postPreview>
