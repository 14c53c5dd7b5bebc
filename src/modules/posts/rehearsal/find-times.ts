import { after } from '#kernel/clock.ts'
import { freeFrom, needOf, quotaWords, windowStart } from '#modules/publishing/index.ts'
import type { Quota } from '#rules/limits.ts'

/** Units of a quota that count from a time on. */
export interface Use {
  readonly at: Date
  readonly units: number
}

/** A quota with everything that counts toward it. */
export interface Room {
  readonly quota: Quota
  readonly uses: Use[]
}

/** A planned post to one account. */
export interface Planned {
  readonly targetId: string
  /** Accounts of one lane wait for each other. */
  readonly laneId: string
  readonly wantedAt: Date
  /** The time during which nothing else is published on this account. */
  readonly gapMs: number
  readonly cost: number
  readonly rooms: readonly Room[]
}

export interface Wait {
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
