import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#infra/db/client.ts'
import { before, minutes, seconds } from '#kernel/clock.ts'
import type { Mark } from './high-water.ts'
import { findLastSeen, type Installation } from './store.ts'

/**
 * Tells a failover from a restore. Both move the database to a new timeline of the same server. After a failover to a
 * synchronous standby everything that was ever acknowledged is there; after a restore to a point in time it is not. A
 * process that worked through it can tell: it vouches for the database, and the work continues. A process that starts
 * afterwards cannot, so it waits a little for one that can.
 */

/** The longest time between the last mark and the new timeline. A restore takes longer, a failover does not. */
const longestFailoverMs = minutes(10)
/** Marks are written every few seconds. A folder that is further behind has not seen all that others have. */
const togetherMs = seconds(15)
const voucherWithinMs = seconds(20)
const lookEveryMs = 500

/** True when the server, the database and the tables are the same, on a later timeline. */
export function isPromoted({ home, homeNow }: Pick<Installation, 'home' | 'homeNow'>): boolean {
  const [server, timeline, ...place] = (home ?? '').split('.')
  const [serverNow, timelineNow, ...placeNow] = homeNow.split('.')
  if (place.length !== 2 || server !== serverNow || place.join() !== placeNow.join()) return false
  return Number.parseInt(timelineNow ?? '', 16) > Number.parseInt(timeline ?? '', 16)
}

/**
 * True when this mark, which the database holds, proves a failover: commits waited for a standby when it was written,
 * it is recent, and no other folder has seen much more.
 */
export async function mayVouch(tx: Tx, mark: Mark | null, now: Date): Promise<boolean> {
  if (!mark?.isReplicated || mark.seenAt < before(now, longestFailoverMs)) return false
  const newest = (await findLastSeen(tx)) ?? mark.seenAt
  return mark.seenAt >= before(newest, togetherMs)
}

/** True when a process was at work so recently that it may live and vouch. */
export async function mayBeVouchedFor(tx: Tx, now: Date): Promise<boolean> {
  const newest = await findLastSeen(tx)
  return newest !== null && newest >= before(now, longestFailoverMs)
}

/** Looks again until there is a decision, and for the last time when nobody has vouched in time. */
export async function untilDecided<Outcome>(
  look: (isLast: boolean) => Promise<Outcome | 'undecided'>,
  withinMs = voucherWithinMs,
): Promise<Exclude<Outcome, 'undecided'>> {
  for (let looks = Math.ceil(withinMs / lookEveryMs); ; looks -= 1, await pause(lookEveryMs)) {
    const outcome = await look(looks <= 0)
    if (outcome !== 'undecided') return outcome as Exclude<Outcome, 'undecided'>
  }
}
