import { randomUUID } from 'node:crypto'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { newId } from '#kernel/ids.ts'
import type { InstallationDeps } from './deps.ts'
import type { HighWater, Mark } from './high-water.ts'
import { demandSameAddress } from './public-address.ts'
import {
  endHold,
  findInstallation,
  findSeenAt,
  type Installation,
  insertInstallation,
  isAtLeast,
  setHold,
  setHome,
  setPublicUrl,
  touchFolder,
} from './store.ts'

/**
 * The restore guard. A database that was restored from yesterday, or copied to another place, believes that what was
 * sent since is still to be sent. So a start compares what the database remembers with what stands outside of it, and
 * where they differ nothing goes out until a person has said that it may.
 *
 * Two things tell a restore. The row names the place where the database was (server, timeline, database, table), which a
 * dump cannot carry along. And each data folder has a mark of when it saw the database, here and in a file: the row is
 * moved first and the file afterwards, so a file is never ahead of an honest database. What neither tells is a server
 * that was put back by its files together with every data folder.
 */
export type Hold = 'database_restored'

/** Notes this start and decides whether anything may go out. Another PUBLIC_URL is refused, and changes nothing. */
export async function registerStart(deps: InstallationDeps): Promise<Hold | null> {
  return await beat(deps, async (tx) => {
    const found = (await findInstallation(tx)) ?? (await firstOf(tx, deps))
    demandSameAddress(found.publicUrl, deps.publicUrl)
    if (found.publicUrl === null && deps.publicUrl !== null) await setPublicUrl(tx, deps.publicUrl)
    if (found.home === null) await setHome(tx)
    return found
  })
}

/** From time to time while we work: moves the mark on, and notices a database that was put back while we ran. */
export const noteSeen = (deps: InstallationDeps): Promise<Hold | null> => beat(deps, findInstallation)

async function firstOf(tx: Tx, { clock, publicUrl }: InstallationDeps): Promise<Installation> {
  await insertInstallation(tx, { id: newId(clock.now()), publicUrl, at: clock.now() })
  const found = await findInstallation(tx)
  if (!found) throw new Error('the installation was inserted and is not there')
  return found
}

/** While there is a hold the mark stays where it is. */
async function beat(deps: InstallationDeps, look: (tx: Tx) => Promise<Installation | undefined>): Promise<Hold | null> {
  // Read before the database, which may meanwhile move on.
  const mark = await deps.highWater.read()
  const outcome = await inTx(deps.db, async (tx): Promise<Hold | Mark | null> => {
    const found = await look(tx)
    if (!found) return null
    if (found.holdReason !== null) return found.holdReason as Hold
    if (await isRestored(tx, found, mark)) {
      await setHold(tx, 'database_restored')
      return 'database_restored'
    }
    const folderId = mark?.installationId === found.id ? mark.folderId : randomUUID()
    return { installationId: found.id, folderId, seenAt: await touchFolder(tx, folderId, deps.clock.now()) }
  })
  if (outcome === null || typeof outcome === 'string') return outcome
  await deps.highWater.write(outcome)
  return null
}

async function isRestored(tx: Tx, found: Installation, mark: Mark | null): Promise<boolean> {
  if (found.home !== null && found.home !== found.homeNow) return true
  // The mark of another installation says nothing of this one.
  if (mark?.installationId !== found.id) return false
  const seenHere = (await findSeenAt(tx, mark.folderId)) ?? new Date(0)
  return mark.seenAt > seenHere && mark.seenAt > (found.resumedAt ?? new Date(0))
}

/**
 * True while the database is still the one that this process has seen: for each claim to ask in its own statement, so
 * that a restore under a running process ends its work at once and not at the next beat.
 */
export const isStillOurs = (highWater: HighWater) => isAtLeast(highWater.last())

export async function holdOf(db: Db): Promise<Hold | null> {
  return ((await findInstallation(db))?.holdReason ?? null) as Hold | null
}

/** A person has looked: what is due may go out from here. False: there was no hold. */
export async function releaseHold(deps: InstallationDeps): Promise<boolean> {
  const mark = await deps.highWater.read()
  const released = await inTx(deps.db, async (tx) => {
    const found = await findInstallation(tx)
    if (!found || found.holdReason === null) return false
    const now = deps.clock.now()
    // The mark that told may be of a clock that was ahead.
    await endHold(tx, mark && mark.seenAt > now ? mark.seenAt : now)
    return true
  })
  if (released) await noteSeen(deps)
  return released
}
