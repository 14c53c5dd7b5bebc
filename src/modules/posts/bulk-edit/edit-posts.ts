import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type BulkEditId, newId, type UserId } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import type { PostDeps } from '../deps.ts'
import { listMatching } from '../reading/list-posts.ts'
import { readUserTimezone } from '../store/posts.ts'
import { changeRows } from './change-rows.ts'
import { planRows } from './plan-rows.ts'
import type { Row, RowResult, Run } from './rows.ts'
import { type BulkEdit, type BulkFilter, postsMax, undoMinutes } from './schema.ts'
import { deleteEdit, insertEdit } from './store.ts'
import { inGroups } from './together-or-alone.ts'

export interface EditedPosts {
  readonly dryRun: boolean
  readonly batchId: BulkEditId | null
  readonly undoUntil: Date | null
  readonly results: readonly RowResult[]
}

/**
 * Changes posts, a few together. A dry run does the same, and rolls back. Refusing one post does not affect the others.
 */
export async function editPosts(deps: PostDeps, caller: Caller, body: BulkEdit): Promise<EditedPosts> {
  const { changes, dryRun, confirmWarnings } = body
  const text = changes.appendTextId ? await deps.guards.savedText(caller, changes.appendTextId) : null
  const rows = (body.posts ?? (await findRows(deps, caller, body.filter ?? {}))).map((row, place) => ({
    ...row,
    place,
  }))
  const now = deps.clock.now()
  const undoUntil = after(now, minutes(undoMinutes))
  const batchId = dryRun ? null : newId<'bulk'>(now)
  if (batchId !== null)
    await inTx(deps.db, (tx) => insertEdit(tx, { id: batchId, uid: caller.uid, createdAt: now, expiresAt: undoUntil }))
  const zoneOf = once((uid: UserId) => readUserTimezone(deps.db, uid))
  const run: Run = {
    changes,
    confirmWarnings,
    text,
    batchId,
    accountsOf: once((profileId) => listProfileAccounts(deps.db, profileId)),
    userZone: () => zoneOf(caller.uid),
  }
  const results = await inGroups(rows, (some) => editSome(deps, caller, run, some))
  const changed = results.filter(({ outcome }) => outcome === 'changed').length
  const isUndoable = results.some(({ outcome, changes: all }) => outcome === 'changed' && all.length > 0)
  if (batchId !== null && !isUndoable) await deleteEdit(deps.db, batchId)
  if (batchId !== null && changed > 0) await text?.countUses(changed)
  return { dryRun, batchId: isUndoable ? batchId : null, undoUntil: batchId && isUndoable ? undoUntil : null, results }
}

function once<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

async function findRows(deps: PostDeps, caller: Caller, filter: BulkFilter) {
  const { posts, hasMore } = await listMatching(deps, caller, filter, postsMax)
  if (hasMore) refuse('bulk_edit_too_many', { detail: `At most ${postsMax} posts may match. Narrow the filter.` })
  return posts.map(({ id, version }) => ({ postId: id, etag: `"${version}"` }))
}

async function editSome(deps: PostDeps, caller: Caller, run: Run, rows: readonly Row[]): Promise<RowResult[]> {
  const planned = await planRows(deps, caller, run, rows)
  const changes = planned.flatMap((one) => ('change' in one ? one.change : []))
  const results = await changeRows(deps, caller, run, changes)
  return planned.map((one) => ('change' in one ? (results.get(one.change) as RowResult) : one.result))
}
