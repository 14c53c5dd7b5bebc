import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, minutes } from '#kernel/clock.ts'
import { type Refusal, refuse, refuseInput } from '#kernel/errors.ts'
import { type BulkEditId, newId, type PostId, type ProfileId, type UserId } from '#kernel/ids.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { type AccountForPublishing, listProfileAccounts } from '#modules/accounts/index.ts'
import { type ChangedPost, updatePost } from '../actions/update-post.ts'
import { countApprovals, saveApprovalRequest } from '../approvals/actions.ts'
import type { Confirmed } from '../content.ts'
import type { PostDeps, TextToAppend } from '../deps.ts'
import { refusalOf, requireVersion } from '../many/actions.ts'
import { type PostAtHand, postFor, requireMove, requirePostAccess } from '../post-for.ts'
import { listMatching } from '../reading/list-posts.ts'
import type { PostPatch } from '../schema/requests.ts'
import { findPlace } from '../state.ts'
import { findSeenPosts } from '../store/due.ts'
import { readUserTimezone, type SeenPost } from '../store/posts.ts'
import { listTargetsOfPosts, type TargetRow } from '../store/targets.ts'
import { describeChanges, type EditedField } from './describe-changes.ts'
import { inLanes } from './in-lanes.ts'
import { planRow } from './plan-row.ts'
import { type BulkChanges, type BulkEdit, type BulkFilter, postsMax, undoMinutes } from './schema.ts'
import { deleteEdit, insertEdit, insertEditedPost, listApprovedIds } from './store.ts'
import { type EditablePost, type EditableTarget, isBrief, writeChange } from './wire-patch.ts'

type Outcome = 'changed' | 'unchanged' | 'skipped' | 'refused'

interface RowResult {
  readonly postId: PostId
  readonly outcome: Outcome
  readonly refusal: Refusal | null
  readonly etag: string | null
  readonly changes: readonly EditedField[]
  readonly approvalsVoided: number
}

export interface EditedPosts {
  readonly dryRun: boolean
  readonly batchId: BulkEditId | null
  readonly undoUntil: Date | null
  readonly results: readonly RowResult[]
}

/** The data that all rows of a call share. */
interface Run {
  readonly changes: BulkChanges
  readonly confirmWarnings: Confirmed | undefined
  readonly text: TextToAppend | null
  /** Null for a dry run. */
  readonly batchId: BulkEditId | null
  readonly accountsOf: (profileId: ProfileId) => Promise<readonly AccountForPublishing[]>
  readonly userZone: () => Promise<string>
}

interface Row {
  readonly postId: PostId
  readonly etag?: string | undefined
  readonly place: number
}

/** The number of posts that are read together, just before they are changed. */
const readAtOnce = 25

/**
 * Changes posts one after another, each in its own transaction. A dry run does the same, and rolls each transaction
 * back. Refusing one post does not affect the others.
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
  const results: RowResult[] = []
  for (let from = 0; from < rows.length; from += readAtOnce)
    results.push(...(await editSome(deps, caller, run, rows.slice(from, from + readAtOnce))))
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
  const ids = rows.map(({ postId }) => postId)
  const posts = await findSeenPosts(deps.db, caller.uid, ids)
  const targets = await listTargetsOfPosts(deps.db, [...posts.values()])
  const approved = await listApprovedIds(deps.db, ids)
  const editOne = (row: Row): Promise<RowResult> => {
    const isApproved = approved.has(row.postId)
    return editRow(deps, caller, run, {
      row,
      seen: posts.get(row.postId),
      targets: targets.get(row.postId) ?? [],
      isApproved,
    })
  }
  return inLanes(rows, editOne)
}

interface AtHand {
  readonly row: Row
  readonly seen: SeenPost | undefined
  readonly targets: readonly TargetRow[]
  readonly isApproved: boolean
}

async function editRow(deps: PostDeps, caller: Caller, run: Run, at: AtHand): Promise<RowResult> {
  const { row, seen } = at
  let etag: string | null = null
  let done: Done = { outcome: 'refused', changes: [], approvalsVoided: 0 }
  const refusal = await refusalOf(async () => {
    const post = requirePostAccess(deps, seen, caller, 'write')
    etag = `"${post.version}"`
    if (row.etag !== undefined && row.etag.replace(/^W\//, '') !== etag) requireVersion(post, Number.NaN)
    if (!isForLabels(run.changes) && isUnderWay(post)) {
      done = { ...done, outcome: 'skipped' }
      requireMove('edit', post)
    }
    done = await changeRow(deps, caller, run, { ...at, post })
    etag = done.etag ?? etag
  })
  const outcome = refusal && done.outcome !== 'skipped' ? 'refused' : done.outcome
  return { ...done, postId: row.postId, outcome, refusal, etag }
}

/** Published posts, and those that are being published, can only get other labels. */
const isUnderWay = (post: PostAtHand): boolean => {
  const place = findPlace(post)
  return place === 'publishing' || place === 'published' || place === 'partial' || place === 'unknown'
}

const isForLabels = ({ addLabels: _, removeLabels: __, ...rest }: BulkChanges): boolean =>
  Object.values(rest).every((one) => (Array.isArray(one) ? one.length === 0 : one === undefined || one === false))

type Done = Pick<RowResult, 'outcome' | 'changes' | 'approvalsVoided'> & { readonly etag?: string }

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {}

async function changeRow(
  deps: PostDeps,
  caller: Caller,
  run: Run,
  at: AtHand & { readonly post: PostAtHand },
): Promise<Done> {
  const { post } = at
  const planned = await planPatch(deps, run, at)
  const isEmpty = Object.keys(planned).length === 0
  if (isEmpty && !run.changes.requestApproval) return { outcome: 'unchanged', changes: [], approvalsVoided: 0 }
  const approvals = at.isApproved && !isEmpty ? await countApprovals(deps, deps.db, post) : 0
  let result: Done = { outcome: 'changed', changes: [], approvalsVoided: 0 }
  const finish = async (tx: Tx, changed: ChangedPost | null): Promise<void> => {
    if (changed) {
      const left = approvals === 0 ? 0 : await countApprovals(deps, tx, changed.post)
      result = { ...result, changes: describeChanges(changed), approvalsVoided: approvals - left }
      if (run.batchId !== null) await keep(tx, run.batchId, at.row, changed)
    }
    if (run.changes.requestApproval) {
      await saveApprovalRequest(deps, tx, caller, changed?.post ?? post, null)
      result = { ...result, changes: [...result.changes, { field: 'approval', from: null, to: 'requested' }] }
    }
    if (run.batchId === null) throw new DryRun()
  }
  try {
    if (isEmpty) {
      await inTx(deps.db, async (tx) => {
        requireVersion(await postFor(deps, tx, caller, post.id, 'write'), post.version)
        await finish(tx, null)
      })
      return result
    }
    const { version } = await updatePost(deps, caller, post.id, addConfirmed(planned, post, run.confirmWarnings), {
      demand: (now) => requireVersion(now, post.version),
      keepsIntent: true,
      isBrief: isBrief(planned, post, at.targets),
      finish,
    })
    return { ...result, etag: `"${version}"` }
  } catch (error) {
    if (error instanceof DryRun) return result
    throw error
  }
}

async function planPatch(deps: PostDeps, run: Run, at: AtHand & { readonly post: PostAtHand }): Promise<PostPatch> {
  const { text, changes } = run
  const { post, targets, row } = at
  const accounts = await run.accountsOf(post.profileId)
  const zone = post.timezone ?? post.profileTimezone ?? (await run.userZone())
  if (text && text.profileId !== post.profileId) {
    const message = 'must be a saved text of the post’s profile'
    refuseInput({ path: '/changes/appendTextId', code: 'invalid_value', message })
  }
  const append =
    text &&
    ((edited: EditablePost, goals: readonly EditableTarget[]) =>
      text.place(
        {
          ...edited,
          language: post.language,
          zone,
          targets: goals.map(({ network, accountId, overrides }) => ({
            network,
            handle: accounts.find(({ id }) => id === accountId)?.handle ?? null,
            limits: deps.connectors[network]?.limits,
            overrides,
          })),
        },
        row.place,
      ))
  return planRow(changes, { post, targets, accounts, zone, append })
}

/** Accepts warnings in addition to those that the post accepts already. */
function addConfirmed(patch: PostPatch, post: PostAtHand, confirmed: Confirmed | undefined): PostPatch {
  if (confirmed === undefined || Object.keys(patch).every((field) => field === 'tags')) return patch
  const known = post.confirmedWarnings
  if (known === true || confirmed === true) return { ...patch, confirmWarnings: true }
  return { ...patch, confirmWarnings: [...new Set([...known, ...confirmed])] }
}

/** Stores what undoes the change of a post. */
async function keep(tx: Tx, batchId: BulkEditId, { postId, place }: Row, { seen, known, post, targets }: ChangedPost) {
  const patch = writeChange({ post, targets }, { post: seen, targets: known })
  const { saveAsDraft, slotPlanId, slotMoves, confirmedWarnings } = seen
  await insertEditedPost(tx, {
    batchId,
    postId,
    place,
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
  })
}
