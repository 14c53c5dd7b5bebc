import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { renumberForeignEvents } from '#infra/events/index.ts'
import { before, minutes, seconds } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { InstallationDeps } from './deps.ts'
import type { FoundMark, HighWater, Mark } from './high-water.ts'
import { requireSameAddress } from './public-address.ts'
import {
  endHold,
  findInstallation,
  findLastSeen,
  findSeenAt,
  hasHadMark,
  type Installation,
  insertInstallation,
  isReplicated,
  matchesMark,
  recordMark,
  setHold,
  setHome,
  setPublicUrl,
  touchFolder,
  touchKnown,
} from './store.ts'

/**
 * Records this start and returns the hold, or null if posts may be published. Refuses another PUBLIC_URL and then
 * changes nothing.
 */
export async function registerStart(deps: InstallationDeps): Promise<Hold | null> {
  await deps.highWater.sweep(deps.clock.now())
  return await advanceMark(deps, async (tx) => {
    const found = (await findInstallation(tx)) ?? (await insertFirst(tx, deps))
    requireSameAddress(found.publicUrl, deps.publicUrl)
    if (found.publicUrl === null && deps.publicUrl !== null) await setPublicUrl(tx, deps.publicUrl)
    if (found.home === null) await setHome(tx)
    return found
  })
}

/**
 * Advances the mark periodically, and detects a database that was restored while the process runs. Since the process
 * was running at the time, it may be able to distinguish a failover from a restore.
 */
export async function recordSeen(deps: InstallationDeps): Promise<Hold | null> {
  const mark = await deps.highWater.read()
  const seen = mark && (await touchKnown(deps.db, mark, deps.clock.now()))
  if (!seen) return await advanceMark(deps, findInstallation, { livedThrough: true })
  await deps.highWater.write({ ...mark, ...seen })
  return null
}

async function insertFirst(tx: Tx, { clock, publicUrl }: InstallationDeps): Promise<Installation> {
  await insertInstallation(tx, { id: newId(clock.now()), publicUrl, at: clock.now() })
  const found = await findInstallation(tx)
  if (!found) throw new Error('the inserted installation row is missing')
  return found
}

/** Compares database and mark, then advances the mark. During a hold the mark stays unchanged. */
async function advanceMark(
  deps: InstallationDeps,
  look: (tx: Tx) => Promise<Installation | undefined>,
  { livedThrough = false } = {},
): Promise<Hold | null> {
  // Read the mark before the database, which may advance in between.
  const mark = await deps.highWater.read()
  const lookOnce = (isLast: boolean) =>
    inTx(deps.db, async (tx): Promise<Hold | Mark | 'undecided' | null> => {
      const found = await look(tx)
      if (!found) return null
      if (found.holdReason !== null) return found.holdReason as Hold
      if (isPromoted(found) && !(await isBehind(tx, found, mark))) {
        const now = deps.clock.now()
        if (livedThrough && (await mayVouch(tx, mark, now))) await setHome(tx)
        else if (!isLast && (await mayBeVouchedFor(tx, now))) return 'undecided'
        else return await hold(tx)
      } else if (isElsewhere(found) || (await isBehind(tx, found, mark)) || (await isCopy(tx, found, mark, deps)))
        return await hold(tx)
      const folderId = mark?.installationId === found.id ? mark.folderId : randomUUID()
      const seenAt = await touchFolder(tx, folderId, deps.clock.now())
      return { installationId: found.id, folderId, seenAt, isReplicated: await isReplicated(tx) }
    })
  const outcome = await untilDecided(lookOnce, deps.voucherWithinMs)
  if (outcome === null || typeof outcome === 'string') return outcome
  await deps.highWater.write(outcome)
  // From the first second on, a folder that had a mark and no longer has one is a copy.
  if (await deps.highWater.read()) await recordMark(deps.db, outcome.folderId)
  return null
}

const isElsewhere = ({ home, homeNow }: Installation): boolean => home !== null && home !== homeNow

/**
 * True if the folder with the database is a copy or was restored to an earlier state: its mark was written as another
 * file, or is missing. An external database is not copied with the folder.
 */
async function isCopy(
  tx: Tx,
  found: Installation,
  mark: FoundMark | null,
  { isEmbedded = false }: InstallationDeps,
): Promise<boolean> {
  if (!isEmbedded) return false
  return mark?.installationId === found.id ? mark.isCopied : await hasHadMark(tx)
}

/** True if this folder has seen a later state of the database. The mark of another installation is ignored. */
async function isBehind(tx: Tx, found: Installation, mark: Mark | null): Promise<boolean> {
  if (mark?.installationId !== found.id) return false
  const seenHere = (await findSeenAt(tx, mark.folderId)) ?? new Date(0)
  return mark.seenAt > seenHere && mark.seenAt > (found.resumedAt ?? new Date(0))
}

/**
 * Returns a condition that is true while the database is still the one that this process has seen. Each claim includes
 * it in its statement, so that a restore under a running process stops its work at once, not at the next heartbeat.
 */
export const isStillOurs = (highWater: HighWater) => matchesMark(highWater.last())

export async function findHold(db: Db): Promise<Hold | null> {
  return ((await findInstallation(db))?.holdReason ?? null) as Hold | null
}

/** Ends the hold after the operator's confirmation: due posts may be published. Returns false if there was no hold. */
export async function releaseHold(deps: InstallationDeps): Promise<boolean> {
  const mark = await deps.highWater.read()
  const released = await inTx(deps.db, async (tx) => {
    const found = await findInstallation(tx)
    if (!found || found.holdReason === null) return false
    const now = deps.clock.now()
    // The mark that revealed the restore may come from a clock that was ahead.
    await endHold(tx, mark && mark.seenAt > now ? mark.seenAt : now)
    return true
  })
  if (released) await recordSeen(deps)
  return released
}

/**
 * Distinguishes a failover from a restore. Both move the database to a new timeline of the same server. After a
 * failover to a synchronous standby all acknowledged writes are present; after a point-in-time restore they are not. A
 * process that was running at the time can tell the difference: it vouches for the database, and work continues. A
 * process that starts afterward cannot, so it briefly waits for one that can.
 */

/** The longest time between the last mark and the new timeline. A restore takes longer, a failover does not. */
const longestFailoverMs = minutes(10)
/** Marks are written every few seconds. A folder that is further behind has not seen everything that others have. */
const togetherMs = seconds(15)
const voucherWithinMs = seconds(20)
const lookEveryMs = 500

/** True if the server, the database and the tables are the same, on a later timeline. */
function isPromoted({ home, homeNow }: Pick<Installation, 'home' | 'homeNow'>): boolean {
  const [server, timeline, ...place] = (home ?? '').split('.')
  const [serverNow, timelineNow, ...placeNow] = homeNow.split('.')
  if (place.length !== 2 || server !== serverNow || place.join() !== placeNow.join()) return false
  return Number.parseInt(timelineNow ?? '', 16) > Number.parseInt(timeline ?? '', 16)
}

/**
 * True if this mark, which the database contains, proves a failover: commits waited for a standby when it was written,
 * it is recent, and no other folder has seen much more.
 */
async function mayVouch(tx: Tx, mark: Mark | null, now: Date): Promise<boolean> {
  if (!mark?.isReplicated || mark.seenAt < before(now, longestFailoverMs)) return false
  const newest = (await findLastSeen(tx)) ?? mark.seenAt
  return mark.seenAt >= before(newest, togetherMs)
}

/** True if a process was active so recently that it may still run and vouch. */
async function mayBeVouchedFor(tx: Tx, now: Date): Promise<boolean> {
  const newest = await findLastSeen(tx)
  return newest !== null && newest >= before(now, longestFailoverMs)
}

/** Checks again until there is a decision, or until no process has vouched in time. */
async function untilDecided<Outcome>(
  look: (isLast: boolean) => Promise<Outcome | 'undecided'>,
  withinMs = voucherWithinMs,
): Promise<Exclude<Outcome, 'undecided'>> {
  for (let looks = Math.ceil(withinMs / lookEveryMs); ; looks -= 1, await pause(lookEveryMs)) {
    const outcome = await look(looks <= 0)
    if (outcome !== 'undecided') return outcome as Exclude<Outcome, 'undecided'>
  }
}

/**
 * The reason why nothing may be published. The restore guard sets it: in a database that was restored from yesterday's
 * backup, or copied to another place, posts sent since then are still unsent. So a start compares the database with the
 * marks outside of it. If they differ, nothing is published until the operator confirms it.
 *
 * Two signs reveal a restore. The row names the place of the database (server, timeline, database, table), which a dump
 * does not preserve. And each data folder has a mark with the time at which it last saw the database, both here and in
 * a file. The row is updated first and then the file, so a file is never ahead of the true database. If the database is
 * in the data folder, a third sign reveals a copied or restored folder: its mark states which file it was written as.
 * None of them reveals a snapshot of an entire machine. So each start also queries the networks before it sends posts
 * that became due in the meantime.
 */
export type Hold = 'database_restored'

/** Sets the hold of a restore made by Posthorn itself, so that it does not depend on any sign. */
export const holdRestored = (db: Db): Promise<void> => inTx(db, async (tx) => void (await hold(tx)))

/** Sets the hold, and orders the restored events before all future events of this server. */
async function hold(tx: Tx): Promise<Hold> {
  await setHold(tx, 'database_restored')
  await renumberForeignEvents(tx)
  return 'database_restored'
}
