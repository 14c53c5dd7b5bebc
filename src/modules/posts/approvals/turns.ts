import type { Db } from '#infra/db/client.ts'
import { isInStep } from '#kernel/approval-steps.ts'
import type { PostId, ProfileId, UserId } from '#kernel/ids.ts'
import { mayApprove } from '#modules/profiles/index.ts'
import type { PostDeps } from '../deps.ts'
import type { TurnFilter } from '../store/filter.ts'
import { listPostsByIds } from '../store/posts.ts'
import { type Progress, readProgresses } from './progress.ts'
import { listApprovers, readRules } from './store.ts'

/** True if a decision about a post is due: it is to be published, or someone has asked since the last rejection. */
export function isDecisionDue({ post, status, request, decisions }: Progress): boolean {
  if (status === 'approved' || status === 'not_required') return false
  const isAsked =
    request !== null &&
    !decisions.some(({ decision, decidedAt }) => decision === 'rejected' && decidedAt >= request.requestedAt)
  return isAsked || (post.status !== 'draft' && status !== 'rejected')
}

/** Finds the posts that may wait for this person, so that a list reads no others. */
export async function findTurns(db: Db, uid: UserId, ids: readonly ProfileId[]): Promise<TurnFilter> {
  const rules = await readRules(db, ids)
  if (rules.size === 0) return { uid, profileIds: [], lastResorts: [] }
  const members = await listApprovers(db, [...rules.keys()])
  const places = [...rules].map(([profileId, { role, steps }]) => {
    const people = members.get(profileId) ?? []
    const me = people.find((one) => one.uid === uid)
    if (!me) return { own: [], lastResorts: [] }
    const decides = steps.length === 0 ? mayApprove(me.role, role) : steps.some((step) => isInStep(step, me))
    if (decides) return { own: [profileId], lastResorts: [] }
    // The owner decides for a step whose people can't.
    const stepPeople = steps.map((step) => people.filter((one) => isInStep(step, one)).map((one) => one.uid))
    return { own: [], lastResorts: me.role === 'owner' ? stepPeople.map((uids) => ({ profileId, uids })) : [] }
  })
  return {
    uid,
    profileIds: places.flatMap(({ own }) => own),
    lastResorts: places.flatMap(({ lastResorts }) => lastResorts),
  }
}

/** Returns those of these posts that this person can decide about now, in their order. */
export async function keepTurns<Row extends { readonly id: PostId }>(
  deps: Pick<PostDeps, 'db' | 'connectors'>,
  uid: UserId,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const posts = await listPostsByIds(
    deps.db,
    rows.map(({ id }) => id),
  )
  const due = (await readProgresses(deps, deps.db, posts)).filter(
    (progress) => isDecisionDue(progress) && progress.approvers.some((one) => one.uid === uid),
  )
  const ids = new Set(due.map(({ post }) => post.id))
  return rows.filter(({ id }) => ids.has(id))
}
