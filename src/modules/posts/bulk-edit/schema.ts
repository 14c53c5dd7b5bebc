import { z } from 'zod'
import { exampleId, idOf, instant, instantInput, nameText, problemSchema, text } from '#infra/http/schemas.ts'
import { confirmWarnings, firstComment } from '../schema/parts.ts'
import { postFilter } from '../schema/requests.ts'

export const postsMax = 500
export const undoMinutes = 10

const replaceableParts = ['content', 'title', 'firstComment', 'link', 'thread', 'altText', 'targets'] as const
export type ReplaceablePart = (typeof replaceableParts)[number]

const replace = z
  .strictObject({
    find: text(1, 500).meta({ description: 'The text to find, with this case.', examples: ['harbour.example'] }),
    with: text(0, 2_000).meta({ description: 'The text to put in its place.', examples: ['tide.example'] }),
    in: z
      .array(z.enum(replaceableParts))
      .min(1)
      .max(replaceableParts.length)
      .default(['content', 'title', 'firstComment', 'link', 'thread', 'targets'])
      .meta({
        description:
          'The parts of a post to search. With `targets`, also the accounts’ own values of the other listed parts. ' +
          '`altText` is searched only if listed.',
      }),
  })
  .meta({ description: 'Replaces a text wherever it occurs.' })

const labels = z.array(nameText(100)).max(50)
const accounts = z.array(idOf('acc')).max(20)

const changes = z
  .strictObject({
    addLabels: labels.default([]).meta({ description: 'Names of labels. Unknown ones become labels.' }),
    removeLabels: labels.default([]).meta({ description: 'Names of labels, in any case.' }),
    addAccounts: accounts.default([]).meta({ description: 'Accounts that the posts are also published on.' }),
    removeAccounts: accounts.default([]).meta({ description: 'Accounts that the posts aren’t published on.' }),
    shift: z
      .strictObject({
        days: z
          .int()
          .min(-366)
          .max(366)
          .default(0)
          .meta({ description: 'Days, earlier if negative.', examples: [2] }),
        minutes: z
          .int()
          .min(-1_440)
          .max(1_440)
          .default(0)
          .meta({ description: 'Minutes, earlier if negative.', examples: [0] }),
      })
      .refine(({ days, minutes }) => days !== 0 || minutes !== 0, 'must move posts by days or minutes')
      .optional()
      .meta({
        description:
          'Moves posts that have a time. Days keep the time of day in the post’s time zone, or else in the profile’s. ' +
          'Drafts stay drafts.',
      }),
    replace: replace.optional(),
    appendTextId: idOf('txt').optional().meta({
      description: 'A saved text of the posts’ profile, added as `POST /v1/texts/{id}/apply` does. No template.',
    }),
    firstComment: firstComment.nullable().optional().meta({ description: 'The first comment. Null removes it.' }),
    requestApproval: z.boolean().default(false).meta({ description: 'Requests approval of each post.' }),
  })
  .refine(
    (all) =>
      Object.values(all).some((one) => (Array.isArray(one) ? one.length > 0 : one !== undefined && one !== false)),
    'must contain a change',
  )
  .meta({ description: 'What to change in each post.', examples: [{ addLabels: ['winter'], shift: { days: 2 } }] })

const row = z.strictObject({
  postId: idOf('post'),
  etag: z
    .string()
    .regex(/^(W\/)?"\d{1,10}"$/, 'must be the ETag of a post')
    .optional()
    .meta({ description: 'Refuses the post if it has another ETag.', examples: ['"3"'] }),
})

const filter = z
  .strictObject({
    ...postFilter,
    hasMedia: z.boolean().optional().meta({ description: 'True for posts with attached files, false for the others.' }),
    from: instantInput.optional().meta({ description: 'Earliest scheduled time, inclusive.' }),
    to: instantInput.optional().meta({ description: 'Latest scheduled time, exclusive.' }),
  })
  .meta({ description: `The conditions of a list of posts. At most ${postsMax} posts may match.` })

export const bulkEditBody = z
  .strictObject({
    posts: z
      .array(row)
      .min(1)
      .max(postsMax)
      .refine((all) => new Set(all.map(({ postId }) => postId)).size === all.length, 'must list each post once')
      .optional()
      .meta({ description: 'The posts, in the order in which they are edited.' }),
    filter: filter.optional(),
    changes,
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: 'Checks everything and reports what would happen. Stores nothing.' }),
    confirmWarnings: confirmWarnings.optional(),
  })
  .refine((body) => (body.posts === undefined) !== (body.filter === undefined), 'must have either posts or filter')
  .meta({
    id: 'EditPosts',
    examples: [{ posts: [{ postId: exampleId('post') }], changes: { shift: { days: 2 } }, dryRun: true }],
  })

export const undoBody = z
  .strictObject({ batchId: idOf('bulk') })
  .meta({ id: 'UndoEditPosts', examples: [{ batchId: exampleId('bulk') }] })

export type BulkEdit = z.output<typeof bulkEditBody>
export type BulkChanges = BulkEdit['changes']
export type BulkFilter = NonNullable<BulkEdit['filter']>

export const changedFields = [
  'content',
  'title',
  'firstComment',
  'link',
  'thread',
  'altText',
  'labels',
  'accounts',
  'scheduledAt',
  'approval',
] as const

const value = z.union([z.string(), z.string().array()]).nullable()

const change = z
  .object({
    field: z.enum(changedFields).meta({ description: 'The part of the post.' }),
    accountId: idOf('acc').optional().meta({ description: 'The account, for its own value of the part.' }),
    part: z.int().optional().meta({ description: 'The reply of a thread, or the file, from 0.' }),
    from: value.meta({ description: 'The previous value. A long text is shown around its first difference.' }),
    to: value.meta({ description: 'The new value, in the same way.' }),
  })
  .meta({ id: 'EditedField', examples: [{ field: 'labels', from: [], to: ['winter'] }] })

const outcome = z.enum(['changed', 'unchanged', 'skipped', 'refused']).meta({
  description:
    '`skipped`: the post is published or being published, so only its labels could change. `refused`: see `problem`.',
})

const result = {
  postId: idOf('post'),
  ok: z.boolean().meta({ description: 'False if the post was skipped or refused.' }),
  outcome,
  problem: problemSchema.nullable().meta({ description: 'Why the post was not changed. Null if `ok`.' }),
}

const counts = {
  succeeded: z.int().meta({ description: 'The number of posts with `ok`.' }),
  failed: z.int().meta({ description: 'The number of the others.' }),
}

export const editedPosts = z
  .object({
    dryRun: z.boolean().meta({ description: 'True if nothing was stored.' }),
    batchId: idOf('bulk')
      .nullable()
      .meta({ description: 'Identifies the edit for undo. Null if nothing was changed.' }),
    undoUntil: instant.nullable().meta({ description: `The end of the ${undoMinutes} minutes for undo.` }),
    approvalsVoided: z.int().meta({ description: 'The number of approvals that no longer count.' }),
    ...counts,
    results: z
      .object({
        ...result,
        etag: z
          .string()
          .nullable()
          .meta({ description: 'The ETag of the post now. Null if you can’t access it.', examples: ['"4"'] }),
        changes: change
          .array()
          .meta({ description: 'What changes, at most 30 parts. The last ones are left out beyond that.' }),
        approvalsVoided: z.int().meta({ description: 'The number of this post’s approvals that no longer count.' }),
      })
      .array()
      .meta({ description: 'One result for each post, in order.' }),
  })
  .meta({ id: 'EditedPosts' })

export const undonePosts = z
  .object({ ...counts, results: z.object(result).array().meta({ description: 'One result for each changed post.' }) })
  .meta({ id: 'UndonePosts' })
