import { z } from 'zod'
import { confirmWarningsInput } from '../inputs/content.ts'
import { idInput, postIdInput } from '../inputs/ids.ts'
import { filterProfile, profileFilter } from '../inputs/profile.ts'
import { changes, defineTask } from '../task.ts'

const labels = z.array(z.string().min(1)).max(50)
const refused = z.array(z.object({ post: z.string(), reason: z.string() }))

interface Results {
  readonly succeeded: number
  readonly results: readonly {
    readonly postId: string
    readonly outcome: string
    readonly problem: { readonly detail: string } | null
  }[]
}

const summarize = ({ results }: Results) => ({
  changed: results.filter(({ outcome }) => outcome === 'changed').length,
  refused: results.flatMap(({ postId, problem }) => (problem ? [{ post: postId, reason: problem.detail }] : [])),
})

const describeRefused = (list: z.output<typeof refused>): string[] =>
  list.slice(0, 10).map(({ post, reason }) => `${post}: ${reason}`)

export const editPosts = defineTask({
  name: 'edit_posts',
  title: 'Edit many posts',
  about:
    'Makes the same changes in up to 500 posts. Call it with dryRun first, show the user what changes, and continue ' +
    'only if the user agrees. It can be undone for ten minutes.',
  scopes: ['posts:write', 'profiles:read'],
  effect: changes,
  input: z.strictObject({
    posts: z.array(postIdInput).min(1).max(500).exactOptional().describe('The posts. Omit it to use the filters.'),
    profile: profileFilter,
    label: z.string().exactOptional().describe('Only posts with this label.'),
    words: z.string().exactOptional().describe('Only posts that contain this text.'),
    addLabels: labels.default([]).describe('Labels to add.'),
    removeLabels: labels.default([]).describe('Labels to remove.'),
    shiftDays: z.int().min(-366).max(366).exactOptional().describe('Days to move posts by, earlier if negative.'),
    find: z.string().min(1).max(500).exactOptional().describe('A text to replace.'),
    replaceWith: z.string().max(2_000).default('').describe('The text that replaces it.'),
    confirmWarnings: confirmWarningsInput,
    dryRun: z.boolean().default(false).describe('If true, reports what would change without changing anything.'),
  }),
  output: z.object({
    dryRun: z.boolean(),
    batch: z.string().nullable().describe('Undoes the edit.'),
    changed: z.int(),
    approvalsVoided: z.int(),
    refused,
  }),
  async run(api, { posts, profile, label, words, shiftDays, find, replaceWith, dryRun, confirmWarnings, ...sets }) {
    const chosen = posts
      ? { posts: posts.map((postId) => ({ postId })) }
      : { filter: { ...(await filterProfile(api, profile)), ...(label && { label }), ...(words && { q: words }) } }
    const edited = await api.editPosts({
      ...chosen,
      dryRun,
      ...(confirmWarnings && { confirmWarnings }),
      changes: {
        ...sets,
        ...(shiftDays && { shift: { days: shiftDays } }),
        ...(find !== undefined && { replace: { find, with: replaceWith } }),
      },
    })
    return { dryRun, batch: edited.batchId, approvalsVoided: edited.approvalsVoided, ...summarize(edited) }
  },
  describe: ({ dryRun, changed, approvalsVoided, batch, refused: list }) =>
    [
      dryRun ? `Dry run: ${changed} posts would change.` : `${changed} posts changed.`,
      ...(approvalsVoided > 0 ? [`Approvals that no longer count: ${approvalsVoided}.`] : []),
      ...(batch ? [`To undo: ${batch}`] : []),
      ...describeRefused(list),
    ].join('\n'),
})

export const undoEditPosts = defineTask({
  name: 'undo_edit_posts',
  title: 'Undo an edit of many posts',
  about: 'Gives posts back what edit_posts changed in the last ten minutes, except posts that were changed since.',
  scopes: ['posts:write'],
  effect: changes,
  input: z.strictObject({ batch: idInput('bulk').describe('The batch of edit_posts (bulk_…).') }),
  output: z.object({ changed: z.int(), refused }),
  run: async (api, { batch: batchId }) => summarize(await api.undoEditPosts({ batchId })),
  describe: ({ changed, refused: list }) => [`${changed} posts are as before.`, ...describeRefused(list)].join('\n'),
})
