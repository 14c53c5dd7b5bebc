import { callerOf } from '#infra/http/access.ts'
import { problemOf } from '#infra/http/answer/problem.ts'
import type { Edge } from '#infra/http/server.ts'
import type { Refusal } from '#kernel/errors.ts'
import type { PostDeps } from '../deps.ts'
import { route } from '../route-rules.ts'
import { type EditedPosts, editPosts } from './edit-posts.ts'
import * as schema from './schema.ts'
import { undoEdit } from './undo-edit.ts'

/** Adds the routes that change the content, the labels, the accounts and the times of many posts. */
export function addBulkEditRoutes(app: Edge, deps: PostDeps): void {
  route(app, {
    post: '/v1/posts/bulk/edit',
    id: 'editPosts',
    summary: 'Edit many posts',
    description:
      `Makes the same changes in up to ${schema.postsMax} posts. Each post is processed independently and completely: ` +
      'if one is refused, its result contains the problem, nothing of it is changed, and the others are unaffected. ' +
      'With `dryRun`, the same is checked and nothing is stored. Published posts are skipped, unless only labels ' +
      `change. The edit can be undone for ${schema.undoMinutes} minutes.`,
    access: 'posts:write',
    refuses: [
      'bulk_edit_too_many',
      'profile_not_found',
      'profile_forbidden',
      'profile_role_required',
      'plan_required',
      'saved_text_not_found',
    ],
    body: schema.bulkEditBody,
    answers: schema.editedPosts,
    does: async (request) => present(request.id, await editPosts(deps, callerOf(request), request.body)),
  })
  route(app, {
    post: '/v1/posts/bulk/undo',
    id: 'undoEditPosts',
    summary: 'Undo an edit of many posts',
    description:
      'Gives each post back what your edit replaced. A post that was changed since is refused and stays as it is. ' +
      'Requests for approval are not withdrawn.',
    access: 'posts:write',
    refuses: ['bulk_edit_not_found'],
    body: schema.undoBody,
    answers: schema.undonePosts,
    does: async (request) => {
      const results = await undoEdit(deps, callerOf(request), request.body.batchId)
      return { ...countResults(results), results: results.map(presentRow(request.id)) }
    },
  })
}

const present = (requestId: string, { results, ...edit }: EditedPosts) => ({
  ...edit,
  approvalsVoided: results.reduce((sum, { approvalsVoided }) => sum + approvalsVoided, 0),
  ...countResults(results),
  results: results.map((row) => ({ ...presentRow(requestId)(row), changes: [...row.changes] })),
})

const presentRow =
  (requestId: string) =>
  <Row extends { readonly refusal: Refusal | null }>({ refusal, ...row }: Row) => ({
    ...row,
    ok: refusal === null,
    problem: refusal && problemOf(refusal, requestId),
  })

function countResults(results: readonly { readonly refusal: Refusal | null }[]) {
  const failed = results.filter(({ refusal }) => refusal !== null).length
  return { succeeded: results.length - failed, failed }
}
