import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { HighWater, Mark } from './high-water.ts'
import { findInstallation, insertInstallation, setHold, setLastSeen, setPublicUrl, touchInstallation } from './store.ts'

/**
 * The restore guard. A database that was restored from yesterday, or copied to another place, believes that what was
 * sent since is still to be sent. So a start compares what the database remembers with what stands outside of it, and
 * where they differ nothing goes out until a person has said that it may.
 *
 * Each beat moves the time in the database first and the mark beside it afterwards, so the mark is never ahead of an
 * honest database. A data folder that is restored whole, mark included, cannot be told from one that never left.
 */
export type Hold = 'database_restored' | 'public_url_changed'

export interface InstallationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly highWater: HighWater
  /** Null when PUBLIC_URL is not set. */
  readonly publicUrl: string | null
}

/** Notes this start and decides whether anything may go out. */
export async function registerStart(deps: InstallationDeps): Promise<Hold | null> {
  // Read before the database, which may meanwhile move on.
  const mark = await deps.highWater.read()
  return await beat(deps, async (tx) => {
    const found = await findInstallation(tx)
    if (!found) {
      await insertInstallation(tx, { id: newId(deps.clock.now()), publicUrl: deps.publicUrl, at: deps.clock.now() })
      return null
    }
    if (await noticeRestore(tx, found, mark)) return 'database_restored'
    if (found.holdReason !== null) return found.holdReason as Hold
    if (found.publicUrl === null && deps.publicUrl !== null) await setPublicUrl(tx, deps.publicUrl)
    // A copy of a public installation on somebody's own machine has no PUBLIC_URL at all: that differs, too.
    if (found.publicUrl === null || found.publicUrl === deps.publicUrl) return null
    await setHold(tx, 'public_url_changed')
    return 'public_url_changed'
  })
}

/** From time to time while we work: moves the mark on, and notices a database that was put back while we ran. */
export async function noteSeen(deps: InstallationDeps): Promise<Hold | null> {
  const mark = await deps.highWater.read()
  return await beat(deps, async (tx) => {
    const found = await findInstallation(tx)
    if (found && (await noticeRestore(tx, found, mark))) return 'database_restored'
    return (found?.holdReason ?? null) as Hold | null
  })
}

/** While there is a hold the mark stays where it is. */
async function beat(deps: InstallationDeps, decide: (tx: Tx) => Promise<Hold | null>): Promise<Hold | null> {
  const outcome = await inTx(deps.db, async (tx) => {
    const hold = await decide(tx)
    return hold ?? (await touchInstallation(tx, deps.clock.now())) ?? null
  })
  if (outcome === null || typeof outcome === 'string') return outcome
  const { id, lastSeenAt } = outcome
  if (lastSeenAt) await deps.highWater.write({ installationId: id, lastSeenAt })
  return null
}

interface Remembered {
  readonly id: string
  readonly lastSeenAt: Date | null
}

/** From here on the hold remembers what the mark told, so that after `resume` the same mark does not tell it again. */
async function noticeRestore(tx: Tx, found: Remembered, mark: Mark | null): Promise<boolean> {
  if (!isBehind(found, mark)) return false
  await setLastSeen(tx, mark.lastSeenAt)
  await setHold(tx, 'database_restored')
  return true
}

/** The mark of another installation says nothing of this one. */
function isBehind(found: Remembered, mark: Mark | null): mark is Mark {
  return mark?.installationId === found.id && mark.lastSeenAt > (found.lastSeenAt ?? new Date(0))
}

export async function holdOf(db: Db): Promise<Hold | null> {
  return ((await findInstallation(db))?.holdReason ?? null) as Hold | null
}

export type Release =
  | { readonly kind: 'released' }
  | { readonly kind: 'no-hold' }
  | { readonly kind: 'other-hold'; readonly hold: Hold }

/**
 * A person has looked: what is due may go out from here. `resume` says so of a restored database, `adopt` of a copy at
 * a new address; saying the one does not say the other.
 */
export async function releaseHold(deps: InstallationDeps, expected: Hold): Promise<Release> {
  const mark = await deps.highWater.read()
  const outcome = await inTx(deps.db, async (tx): Promise<Release> => {
    const found = await findInstallation(tx)
    const hold = (found?.holdReason ?? null) as Hold | null
    if (!found || hold === null) return { kind: 'no-hold' }
    if (hold !== expected) return { kind: 'other-hold', hold }
    if (hold === 'public_url_changed') await setPublicUrl(tx, deps.publicUrl)
    // The mark of this machine may be newer than the one that told.
    else if (isBehind(found, mark)) await setLastSeen(tx, mark.lastSeenAt)
    await setHold(tx, null)
    return { kind: 'released' }
  })
  if (outcome.kind === 'released') await noteSeen(deps)
  return outcome
}
