import type { Caller } from '#kernel/caller.ts'
import { refuseInput } from '#kernel/errors.ts'
import type { Confirmed } from '../content.ts'
import type { PostDeps } from '../deps.ts'
import { refusalOf, requireVersion } from '../many/actions.ts'
import { type PostAtHand, requireMove, requirePostAccess } from '../post-for.ts'
import type { PostPatch } from '../schema/requests.ts'
import { findPlace } from '../state.ts'
import { findSeenPosts } from '../store/due.ts'
import type { SeenPost } from '../store/posts.ts'
import { listTargetsOfPosts, type TargetRow } from '../store/targets.ts'
import { planRow } from './plan-row.ts'
import type { Row, RowResult, Run } from './rows.ts'
import type { BulkChanges } from './schema.ts'
import { listApprovedIds } from './store.ts'
import { type EditablePost, type EditableTarget, isBrief } from './wire-patch.ts'

/** A change of one post that has to be stored. Its patch is empty if only an approval is requested. */
export interface RowChange {
  readonly row: Row
  readonly post: PostAtHand
  readonly patch: PostPatch
  /** True if someone has approved the post. */
  readonly isApproved: boolean
  readonly isBrief: boolean
}

/** A post of an edit: its change, or its result if nothing is to be stored. */
type PlannedRow = { readonly change: RowChange } | { readonly result: RowResult }

/** Plans the change of each post. What the posts have in common is read together. */
export async function planRows(
  deps: PostDeps,
  caller: Caller,
  run: Run,
  rows: readonly Row[],
): Promise<readonly PlannedRow[]> {
  const ids = rows.map(({ postId }) => postId)
  const posts = await findSeenPosts(deps.db, caller.uid, ids)
  const targets = await listTargetsOfPosts(deps.db, [...posts.values()])
  const approved = await listApprovedIds(deps.db, ids)
  const planned: PlannedRow[] = []
  for (const row of rows) {
    const { postId } = row
    const at = { row, seen: posts.get(postId), targets: targets.get(postId) ?? [], isApproved: approved.has(postId) }
    planned.push(await planChange(deps, caller, run, at))
  }
  return planned
}

interface AtHand {
  readonly row: Row
  readonly seen: SeenPost | undefined
  readonly targets: readonly TargetRow[]
  readonly isApproved: boolean
}

async function planChange(deps: PostDeps, caller: Caller, run: Run, at: AtHand): Promise<PlannedRow> {
  const { row, seen, targets, isApproved } = at
  let result: RowResult = { ...nothingDone, postId: row.postId }
  let change: RowChange | null = null
  const refusal = await refusalOf(async () => {
    const post = requirePostAccess(deps, seen, caller, 'write')
    const etag = `"${post.version}"`
    result = { ...result, etag }
    if (row.etag !== undefined && row.etag.replace(/^W\//, '') !== etag) requireVersion(post, Number.NaN)
    if (!isForLabels(run.changes) && isUnderWay(post)) {
      result = { ...result, outcome: 'skipped' }
      requireMove('edit', post)
    }
    const patch = addConfirmed(await planPatch(deps, run, { row, post, targets }), post, run.confirmWarnings)
    if (Object.keys(patch).length === 0 && !run.changes.requestApproval) result = { ...result, outcome: 'unchanged' }
    else change = { row, post, patch, isApproved, isBrief: isBrief(patch, post, targets) }
  })
  return change ? { change } : { result: { ...result, refusal } }
}

const nothingDone: Omit<RowResult, 'postId'> = {
  outcome: 'refused',
  refusal: null,
  etag: null,
  changes: [],
  approvalsVoided: 0,
}

/** Published posts, and those that are being published, can only get other labels. */
const isUnderWay = (post: PostAtHand): boolean => {
  const place = findPlace(post)
  return place === 'publishing' || place === 'published' || place === 'partial' || place === 'unknown'
}

const isForLabels = ({ addLabels: _, removeLabels: __, ...rest }: BulkChanges): boolean =>
  Object.values(rest).every((one) => (Array.isArray(one) ? one.length === 0 : one === undefined || one === false))

interface Planning extends Pick<AtHand, 'row' | 'targets'> {
  readonly post: PostAtHand
}

async function planPatch(deps: PostDeps, run: Run, { row, post, targets }: Planning): Promise<PostPatch> {
  const { text, changes } = run
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
