import { limitsOf } from '#connectors/registry.ts'
import type { Caller } from '#kernel/caller.ts'
import { after, days } from '#kernel/clock.ts'
import type { PostId, ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { freeFrom, listPauses, needOf, quotaWords, windowStart } from '#modules/publishing/index.ts'
import type { Quota } from '#rules/limits.ts'
import { platformFields } from '#rules/network-names.ts'
import { digestContent } from '../approvals/digest.ts'
import { isApproved } from '../approvals/rule.ts'
import { listDecisions, readRules } from '../approvals/store.ts'
import { type CheckedTarget, checkDraft } from '../check/check-draft.ts'
import { type CountedQuota, listQuotaCases } from '../check/expect-quota.ts'
import type { PostDeps } from '../deps.ts'
import { listUnfetchedUrls } from '../draft/fetch-media.ts'
import { loadStoredPosts, type StoredTarget } from '../draft/load-posts.ts'
import { computeLatestTime, timeOfTarget } from '../draft/times.ts'
import { listSoonestPosts } from '../store/list.ts'
import { wholePosts } from '../store/page.ts'
import type { PostRow } from '../store/posts.ts'
import { countByMinute } from '../store/quota.ts'
import { listTargetsOfPosts } from '../store/targets.ts'

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
  await profileFor(db, caller, profileId, 'read')
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
  const checks = drafts.map((draft) => {
    const checked = checkDraft(deps, draft)
    const lacksFile =
      checked.errors.some(({ code }) => code === 'media_not_found') ||
      listUnfetchedUrls(draft.post, draft.targets).length > 0
    return { post: draft.post, checked, lacksFile }
  })
  const rooms = createRooms(deps, from, to)
  const planned: Planned[] = []
  for (const { post, checked } of checks) {
    for (const { target, account, cost, quotas } of listQuotaCases(deps, checked.targets)) {
      const connector = deps.connectors[account.network]
      if (!connector || !post.scheduledAt) continue
      planned.push({
        targetId: target.id,
        laneId: account.remoteAccountId,
        wantedAt: timeOfTarget(post.scheduledAt, target),
        gapMs: limitsOf(connector, account.facts).leastGapMs,
        cost,
        rooms: await Promise.all(quotas.map(rooms)),
      })
    }
  }
  const times = findTimes(planned)
  const obstacleOf = await readObstacles(deps, profileId, checks)
  const lateOf = (
    { latestAt, scheduledAt }: PostRow,
    target: StoredTarget,
    expectedAt: Date | undefined,
  ): Obstacle | null => {
    const latest = computeLatestTime(deps, { latestAt }, timeOfTarget(scheduledAt ?? from, target), false)
    return expectedAt && expectedAt > latest ? tooLate : null
  }
  return {
    from,
    to,
    hasMore,
    posts: checks.map(({ post, lacksFile, checked: { targets: all } }) => ({
      postId: post.id,
      content: post.content,
      scheduledAt: post.scheduledAt ?? from,
      targets: all.map((one) => ({
        targetId: one.target.id,
        ...platformFields(one.target.network),
        accountId: one.target.accountId,
        expectedAt: times.get(one.target.id)?.expectedAt ?? null,
        waits: [...(times.get(one.target.id)?.waits ?? ([] as Wait[]))],
        obstacle:
          (lacksFile ? noFile : obstacleOf(post.id, one)) ??
          lateOf(post, one.target, times.get(one.target.id)?.expectedAt),
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
interface Obstacle {
  readonly reason: 'refused' | 'account' | 'approval' | 'paused' | 'media' | 'window'
  readonly detail: string
}

const noFile: Obstacle = { reason: 'media', detail: 'A file of the post is missing. Remove it or upload it again.' }
const tooLate: Obstacle = {
  reason: 'window',
  detail: 'The post would be published after its latest time. Choose another time.',
}

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

/** Units of a quota that count from a time on. */
export interface Use {
  readonly at: Date
  readonly units: number
}

/** A quota with everything that counts toward it. */
interface Room {
  readonly quota: Quota
  readonly uses: Use[]
}

/** A planned post to one account. */
export interface Planned {
  readonly targetId: string
  /** Accounts of one lane wait for each other. */
  readonly laneId: string
  readonly wantedAt: Date
  /** Gap after a post in which nothing else is published on this account. */
  readonly gapMs: number
  readonly cost: number
  readonly rooms: readonly Room[]
}

interface Wait {
  readonly reason: 'earlier_posts' | 'quota'
  readonly detail: string
}

interface FoundTime {
  readonly expectedAt: Date
  readonly waits: readonly Wait[]
}

/** The maximum number of windows to move a post through. A monthly quota ends the search long before. */
const mostMoves = 50

/**
 * Finds when each post will be published, in chronological order: after its account's gap, and as soon as each quota
 * has room. Pure, except that each post adds its own uses.
 */
export function findTimes(planned: readonly Planned[]): Map<string, FoundTime> {
  const laneFreeAt = new Map<string, Date>()
  const found = new Map<string, FoundTime>()
  const inOrder = planned.toSorted((one, other) => one.wantedAt.getTime() - other.wantedAt.getTime())
  for (const post of inOrder) {
    const time = findTime(post, laneFreeAt.get(post.laneId))
    for (const { quota, uses } of post.rooms) uses.push({ at: time.expectedAt, units: needOf(quota, post.cost) })
    // Without a gap, a post that waits for a quota lets the next one pass.
    if (post.gapMs > 0) laneFreeAt.set(post.laneId, after(time.expectedAt, post.gapMs))
    found.set(post.targetId, time)
  }
  return found
}

function findTime({ wantedAt, cost, rooms }: Planned, laneFreeAt: Date | undefined): FoundTime {
  const waits: Wait[] = []
  let at = wantedAt
  if (laneFreeAt && laneFreeAt > at) {
    at = laneFreeAt
    waits.push({ reason: 'earlier_posts', detail: 'The network requires a pause after the previous post.' })
  }
  for (let move = 0; move < mostMoves; move++) {
    const full = rooms.find((room) => !hasRoom(room, at, cost))
    if (!full) break
    const detail = `The network accepts ${quotaWords(full.quota)}.`
    if (!waits.some((wait) => wait.detail === detail)) waits.push({ reason: 'quota', detail })
    at = nextFree(full, at)
  }
  return { expectedAt: at, waits }
}

const inWindow = ({ quota, uses }: Room, at: Date): Use[] => {
  const from = windowStart(quota, at)
  return uses.filter((use) => use.at > from && use.at <= at)
}

const hasRoom = (room: Room, at: Date, cost: number): boolean =>
  inWindow(room, at).reduce((sum, { units }) => sum + units, 0) + needOf(room.quota, cost) <= room.quota.max

/** Returns the time at which the oldest use in a full window no longer counts. */
function nextFree(room: Room, at: Date): Date {
  const frees = inWindow(room, at).map((use) => freeFrom(room.quota, use.at))
  return new Date(Math.max(at.getTime() + 1, Math.min(...frees.map((free) => free.getTime()))))
}
