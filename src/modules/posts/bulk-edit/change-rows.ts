import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { UserId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { type ChangedPost, changePosts } from '../actions/change-posts.ts'
import { prepareChange } from '../actions/update-post.ts'
import { countApprovals, saveApprovalRequest } from '../approvals/actions.ts'
import type { PostDeps } from '../deps.ts'
import { type Fetched, nothingFetched } from '../draft/fetch-media.ts'
import { requireVersion } from '../many/actions.ts'
import { postFor } from '../post-for.ts'
import type { PostRow } from '../store/posts.ts'
import { describeChanges } from './describe-changes.ts'
import type { RowChange } from './plan-rows.ts'
import type { RowResult, Run } from './rows.ts'
import { insertEditedPosts } from './store.ts'
import { togetherOrAlone } from './together-or-alone.ts'
import { writeChange } from './wire-patch.ts'

/** Stores the changes of posts. A dry run does the same, and rolls back. */
export function changeRows(
  deps: PostDeps,
  caller: Caller,
  run: Run,
  changes: readonly RowChange[],
): Promise<ReadonlyMap<RowChange, RowResult>> {
  return togetherOrAlone(changes, {
    isShort: (change) => change.isBrief && !isRequest(change),
    async work(some) {
      const fetched = await fetchFor(deps, caller, some)
      return inTrial(deps.db, run.batchId === null, (tx) =>
        some.some(isRequest) ? requestAll(deps, tx, caller, some) : changeAll(deps, tx, caller, run, some, fetched),
      )
    },
    refused: (change, refusal) => ({ ...resultOf(change), outcome: 'refused', refusal }),
  })
}

/** True if the post does not change, and an approval of it is requested. Such a change is stored alone. */
const isRequest = ({ patch }: RowChange): boolean => Object.keys(patch).length === 0

const resultOf = ({ post: { id, version } }: RowChange): RowResult => ({
  ...{ postId: id, outcome: 'changed', refusal: null, etag: `"${version}"`, changes: [], approvalsVoided: 0 },
})

/** Fetches the files of a change that is not brief, and so is stored alone. */
async function fetchFor(deps: PostDeps, caller: Caller, [change]: readonly RowChange[]): Promise<Fetched> {
  if (!change || change.isBrief || isRequest(change)) return nothingFetched
  return prepareChange(deps, caller, { id: change.post.id, patch: change.patch, keepsIntent: true })
}

async function requestAll(deps: PostDeps, tx: Tx, caller: Caller, changes: readonly RowChange[]): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (const change of changes) {
    const { post } = change
    requireVersion(await postFor(deps, tx, caller, post.id, 'write'), post.version)
    results.push({ ...resultOf(change), changes: [await request(deps, tx, caller, post)] })
  }
  return results
}

async function request(deps: PostDeps, tx: Tx, caller: Caller, post: PostRow) {
  await saveApprovalRequest(deps, tx, caller, post, null)
  return { field: 'approval', from: null, to: 'requested' } as const
}

async function changeAll(
  deps: PostDeps,
  tx: Tx,
  caller: Caller,
  run: Run,
  changes: readonly RowChange[],
  fetched: Fetched,
): Promise<RowResult[]> {
  const approvals: number[] = []
  for (const { isApproved, post } of changes) approvals.push(isApproved ? await countApprovals(deps, tx, post) : 0)
  const changed = await changePosts(
    deps,
    tx,
    caller,
    changes.map(({ post: { id, version }, patch }) => ({
      ...{ id, patch, fetched, keepsIntent: true },
      demand: (now) => requireVersion(now, version),
    })),
  )
  if (run.batchId !== null) await insertEditedPosts(tx, run.batchId, changed.map(toUndo(changes)))
  const results: RowResult[] = []
  for (const [index, now] of changed.entries()) {
    const [change, approved] = [changes[index] as RowChange, approvals[index] ?? 0]
    const left = approved === 0 ? 0 : await countApprovals(deps, tx, now.post)
    const requested = run.changes.requestApproval ? [await request(deps, tx, caller, now.post)] : []
    results.push({
      ...resultOf(change),
      ...(run.batchId !== null && { etag: `"${now.presented.version}"` }),
      changes: [...describeChanges(now), ...requested],
      approvalsVoided: approved - left,
    })
  }
  return results
}

/** Returns what undoes the change of a post. */
const toUndo =
  (changes: readonly RowChange[]) =>
  ({ seen, known, post, targets }: ChangedPost, index: number) => {
    const patch = writeChange({ post, targets }, { post: seen, targets: known })
    const { saveAsDraft, slotPlanId, slotMoves, confirmedWarnings } = seen
    return {
      postId: post.id,
      place: changes[index]?.row.place ?? 0,
      before: {
        patch,
        exact: omitUndefined({
          saveAsDraft,
          slotPlanId,
          slotMoves,
          confirmedWarnings,
          editedBy: [...seen.editedBy] as UserId[],
          targets: patch.platforms ? known.map(({ id, accountId }) => ({ id, accountId })) : undefined,
        }),
      },
    }
  }

class Trial extends Error {}

/** Works in a transaction. A trial is rolled back, and returns its result anyway. */
async function inTrial<Result>(db: Db, isTrial: boolean, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const done: Result[] = []
  try {
    return await inTx(db, async (tx) => {
      const result = await work(tx)
      done.push(result)
      if (isTrial) throw new Trial()
      return result
    })
  } catch (error) {
    const [result] = done
    if (error instanceof Trial && result !== undefined) return result
    throw error
  }
}
