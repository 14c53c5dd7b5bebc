import type { Tx } from '#infra/db/client.ts'
import { after } from '#kernel/clock.ts'
import { type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { type AuditEntry, writeAudits } from '#modules/audit/index.ts'
import { noticeHeldPosts } from '#modules/notices/index.ts'
import type { BlockedGuard, BlockedPost } from '#modules/posts/index.ts'
import { toMinute } from '../auto-schedule/slots.ts'
import { chooseTimes, type MoveDeps } from './place-posts.ts'
import { type Clockwork, patternOf } from './plan-for.ts'
import { walkSlots } from './slots.ts'
import { findPlan, listMovingPlans, listOccupied, listPlanned, lockFreeProfiles, movePosts } from './store.ts'

/** A post that is still blocked after this many moves waits at its time, and people are notified. */
const mostSlotMoves = 3

/**
 * Moves blocked posts to other times of their plans. The posts are locked before their profiles, against the order
 * everywhere else, so a locked profile is not waited for: its posts stay due, and the next poll tries again.
 */
export const createBlockedGuard = (deps: MoveDeps): BlockedGuard => ({
  listMoving: async (tx, planIds) => new Set(await listMovingPlans(tx, planIds)),
  async move(tx, blocked) {
    const now = deps.clock.now()
    const profiles = await lockFreeProfiles(tx, [...new Set(blocked.map(({ post }) => post.profileId))])
    const notNow = new Set<PostId>()
    const audits: AuditEntry[] = []
    const exhausted: BlockedPost[] = []
    for (const one of blocked) {
      const { post, block } = one
      const profile = profiles.get(post.profileId)
      if (!profile) {
        notNow.add(post.id)
        continue
      }
      if (post.slotMoves >= mostSlotMoves) {
        exhausted.push(one)
        continue
      }
      const at = await findTime(tx, one, profile, now)
      if (!at) continue
      await movePosts(tx, [{ id: post.id, at }], now)
      notNow.add(post.id)
      audits.push({
        at: now,
        caller: null,
        ownerUid: post.ownerUid,
        action: 'post.slot_moved',
        subject: toWire('post', post.id),
        changes: { scheduledAt: { from: post.scheduledAt, to: at }, reason: { from: null, to: block } },
      })
    }
    await writeAudits(tx, audits)
    // The post is enqueued in this transaction, which begins its next round.
    await noticeHeldPosts(deps, tx, new Map(exhausted.map(({ post }) => [post.id, post.round + 1])))
    return notNow
  },
})

/**
 * Finds the next free time of the plan, or the first after its last post. None if the plan keeps its posts, or has no
 * time left.
 */
async function findTime(tx: Tx, { post }: BlockedPost, profile: Clockwork & { readonly id: ProfileId }, now: Date) {
  const plan = post.slotPlanId && (await findPlan(tx, post.slotPlanId))
  if (!plan || plan.whenBlocked === 'keep' || plan.profileId !== profile.id) return null
  const pattern = await patternOf(tx, { plan, profile })
  const planned = (await listPlanned(tx, plan.id, now, false)).map(({ id, at }) => ({ key: id, at }))
  const occupied = await listOccupied(tx, plan.profileId, plan.accountIds, after(now, 1), null)
  const taken = new Set(occupied.map(({ at }) => toMinute(at)))
  const input = { place: plan.whenBlocked === 'skip' ? ('last' as const) : ('next' as const), postIds: [post.id] }
  const [placed] = chooseTimes(input, planned, taken, (from) => walkSlots(pattern, from, now), now)
  return placed?.at ?? null
}
