import { limitsOf } from '#connectors/registry.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, days } from '#kernel/clock.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { listPauses, windowStart } from '#modules/publishing/index.ts'
import type { Quota } from '#rules/limits.ts'
import { platformFields } from '#rules/network-names.ts'
import { digestContent } from '../approvals/digest.ts'
import { isApproved } from '../approvals/rule.ts'
import { listDecisions, readRules } from '../approvals/store.ts'
import { type CheckedTarget, checkDraft } from '../check/check-draft.ts'
import { type CountedQuota, listQuotaCases } from '../check/quota/quota-cases.ts'
import type { PostDeps } from '../deps.ts'
import { loadStoredPosts, type StoredTarget } from '../draft/load-stored-posts.ts'
import { listSoonestPosts } from '../store/list.ts'
import { wholePosts } from '../store/page.ts'
import type { PostRow } from '../store/posts.ts'
import { countByMinute } from '../store/quota.ts'
import { listTargetsOfPosts } from '../store/targets.ts'
import { findTimes, type Planned, type Room, type Wait } from './find-times.ts'

interface RehearsalQuery {
  readonly profileId: ProfileId
  readonly days: number
}

const mostPosts = 200
const mostBytes = 2 * 1024 * 1024

/**
 * Rehearses a profile's planned posts: what would be published, when, and what would block it, by the same checks, gaps
 * and quotas that publishing uses. Nothing is stored or sent.
 */
export async function rehearse(deps: PostDeps, caller: Caller, { profileId, days: count }: RehearsalQuery) {
  const { db, clock } = deps
  await profileFor(db, caller, profileId, 'viewer')
  const from = clock.now()
  const to = after(from, days(count))
  const filter = { status: ['scheduled'] as const, from, to, onlyScheduled: true }
  const { posts, hasMore } = await listSoonestPosts(
    db,
    [profileId],
    filter,
    null,
    { posts: mostPosts, bytes: mostBytes },
    wholePosts,
  )
  const targets = await listTargetsOfPosts(db, posts)
  const drafts = await loadStoredPosts(
    db,
    posts.map((post) => ({ post, rows: targets.get(post.id) ?? [] })),
  )
  const checks = drafts.map((draft) => ({ post: draft.post, checked: checkDraft(deps, draft) }))
  const rooms = createRooms(deps, from, to)
  const planned: Planned[] = []
  for (const { post, checked } of checks) {
    for (const { account, index, cost, quotas } of listQuotaCases(deps, checked.targets)) {
      const target = checked.targets.find((one) => one.target.index === index)?.target
      const connector = deps.connectors[account.network]
      if (!target || !connector || !post.scheduledAt) continue
      planned.push({
        targetId: target.id,
        laneId: account.remoteAccountId,
        wantedAt: post.scheduledAt,
        gapMs: limitsOf(connector, account.facts).leastGapMs,
        cost,
        rooms: await Promise.all(quotas.map(rooms)),
      })
    }
  }
  const times = findTimes(planned)
  const obstacleOf = await readObstacles(deps, profileId, checks)
  return {
    from,
    to,
    hasMore,
    posts: checks.map(({ post, checked: { targets: all } }) => ({
      postId: post.id,
      content: post.content,
      scheduledAt: post.scheduledAt ?? from,
      targets: all.map((one) => ({
        targetId: one.target.id,
        ...platformFields(one.target.network),
        accountId: one.target.accountId,
        expectedAt: times.get(one.target.id)?.expectedAt ?? null,
        waits: [...(times.get(one.target.id)?.waits ?? ([] as Wait[]))],
        obstacle: obstacleOf(post.id, one),
        errors: [...one.errors],
        warnings: [...one.warnings],
      })),
    })),
  }
}

/** Counts the published posts toward each quota once for all posts of the span. The rehearsed posts add themselves. */
function createRooms({ db }: Pick<PostDeps, 'db'>, from: Date, to: Date): (counted: CountedQuota) => Promise<Room> {
  const known = new Map<string, Promise<Room>>()
  const count = async ([quota, of]: CountedQuota): Promise<Room> => {
    const found = await countByMinute(db, of, quota, { from: windowStart(quota, from), to, except: null })
    return { quota, uses: found.flatMap(({ at, used }) => (used > 0 ? [{ at, units: used }] : [])) }
  }
  const keyOf = ([quota, of]: readonly [Quota, object]) => JSON.stringify([quota, of])
  return (counted) => {
    const key = keyOf(counted)
    const room = known.get(key) ?? count(counted)
    known.set(key, room)
    return room
  }
}

type Checks = readonly {
  readonly post: PostRow
  readonly checked: { readonly targets: readonly CheckedTarget<StoredTarget>[] }
}[]
type Obstacle = { readonly reason: 'refused' | 'account' | 'approval' | 'paused'; readonly detail: string }

/** Returns what would currently prevent a target from being published at all. */
async function readObstacles({ db }: Pick<PostDeps, 'db'>, profileId: ProfileId, checks: Checks) {
  const [pauses, rules] = await Promise.all([listPauses(db), readRules(db, [profileId])])
  const rule = rules.get(profileId)
  const ids = checks.map(({ post }) => post.id)
  const decisions = rule ? Map.groupBy(await listDecisions(db, ids), ({ postId }) => postId) : null
  return (postId: PostId, { target, outgoing, errors }: CheckedTarget<StoredTarget>): Obstacle | null => {
    const [fault] = errors
    if (fault) return { reason: 'refused', detail: fault.message }
    if (target.account?.status === 'needs_reconnect')
      return { reason: 'account', detail: 'The network rejects our access. Connect the account again.' }
    const pause = pauses.find(({ network }) => network === target.network)
    if (pause) return { reason: 'paused', detail: `The server administrator has paused this network: ${pause.reason}` }
    if (!rule || !outgoing) return null
    const isFree = isApproved(rule, digestContent(target.network, outgoing), decisions?.get(postId) ?? [])
    return isFree ? null : { reason: 'approval', detail: 'The post needs more approvals.' }
  }
}
