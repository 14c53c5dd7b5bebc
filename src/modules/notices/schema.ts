import { z } from 'zod'
import { idOf, instant, pageFields, pageQuery, text } from '#infra/http/schemas.ts'
import { noticeKinds } from './kinds.ts'

const kind = z.enum(noticeKinds)

const notice = z
  .strictObject({
    id: idOf('ntc'),
    kind,
    profileId: idOf('prof'),
    profileName: z.string().meta({ examples: ['Harbour'] }),
    postId: idOf('post').nullable().meta({ description: 'The post that the notice leads to.' }),
    excerpt: z
      .string()
      .nullable()
      .meta({ description: 'The beginning of the post’s text.', examples: ['The lighthouse is open again.'] }),
    accountId: idOf('acc').nullable().meta({ description: 'The account that the notice leads to.' }),
    accountHandle: z
      .string()
      .nullable()
      .meta({ description: 'The name of that account at its network.', examples: ['@harbour'] }),
    expiresAt: instant.nullable().meta({ description: 'When the access of that account ends. Null for other kinds.' }),
    byName: z
      .string()
      .nullable()
      .meta({ description: 'The person who caused it. The name of a visitor is not verified.', examples: ['Maria'] }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Their words: a request, a reason or a comment.', examples: ['Please add our hours.'] }),
    teamCommentId: idOf('tcm').nullable().meta({ description: 'The comment of the team that it is about.' }),
    createdAt: instant,
    readAt: instant.nullable(),
    solvedAt: instant.nullable().meta({ description: 'When the cause ended. Null while it lasts.' }),
  })
  .meta({ id: 'Notice', description: 'Something that needs the attention of one user.' })

const unread = z.int().meta({ description: 'The number of unread notices. Counting stops at 100.', examples: [2] })

export const noticePage = z
  .strictObject({
    notices: z.array(notice).meta({ description: 'The page of notices, newest first.' }),
    unread,
    ...pageFields,
  })
  .meta({ id: 'NoticePage' })

export const noticeQuery = z.strictObject({
  unread: z
    .enum(['true', 'false'])
    .default('false')
    .transform((given) => given === 'true')
    .meta({ description: 'True to list only unread notices.', documentedAs: { type: 'boolean' } }),
  ...pageQuery({ max: 100, fallback: 30 }),
})

export const readBody = z
  .strictObject({
    ids: z.array(idOf('ntc')).max(100).optional().meta({ description: 'The notices to mark as read.' }),
    all: z.literal(true).optional().meta({ description: 'Marks every notice as read.' }),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    message: 'must be given, or else all: true',
  })
  .meta({ id: 'ReadNotices', examples: [{ all: true }] })

export const readResult = z.strictObject({ unread }).meta({ id: 'NoticesRead' })

const channels = {
  kind,
  page: z.boolean().meta({ description: 'True if these notices appear in the web app and in the list.' }),
  email: z.boolean().meta({ description: 'True if these notices are emailed.' }),
}
const preference = z.strictObject(channels).meta({ id: 'NoticePreference' })
const preferenceBody = z.strictObject(channels).meta({ id: 'SetNoticePreference' })

export const preferences = z
  .strictObject({
    preferences: z.array(preference).max(noticeKinds.length).meta({ description: 'One for each kind.' }),
  })
  .meta({ id: 'NoticePreferences' })

export const preferencesBody = z
  .strictObject({
    preferences: z
      .array(preferenceBody)
      .min(1)
      .max(noticeKinds.length)
      .meta({ description: 'The kinds to change. The others stay as they are.' }),
  })
  .meta({
    id: 'SetNoticePreferences',
    examples: [{ preferences: [{ kind: 'post_published', page: true, email: false }] }],
  })

export const offPath = z.strictObject({ token: text(1, 200) })
