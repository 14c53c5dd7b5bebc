import { type Db, inTx } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { HighWater } from './high-water.ts'
import { findInstallation, insertInstallation, setHold, setPublicUrl, touchInstallation } from './store.ts'

/**
 * The restore guard. A database that was restored from yesterday, or copied to another place, believes that what was
 * sent since is still to be sent. So a start compares what the database remembers with what stands outside of it, and
 * where they differ nothing goes out until a person has said that it may.
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
  const mark = await deps.highWater.read()
  const hold = await inTx(deps.db, async (tx) => {
    const found = await findInstallation(tx)
    if (!found) {
      await insertInstallation(tx, { id: newId(deps.clock.now()), publicUrl: deps.publicUrl, at: deps.clock.now() })
      return null
    }
    if (found.holdReason !== null) return found.holdReason as Hold
    const reason = reasonToHold(found, mark, deps.publicUrl)
    if (reason) await setHold(tx, reason)
    else if (found.publicUrl === null && deps.publicUrl !== null) await setPublicUrl(tx, deps.publicUrl)
    return reason
  })
  if (!hold) await noteSeen(deps)
  return hold
}

export function reasonToHold(
  found: { readonly id: string; readonly publicUrl: string | null; readonly lastSeenAt: Date | null },
  mark: { readonly installationId: string; readonly lastSeenAt: Date } | null,
  publicUrl: string | null,
): Hold | null {
  if (mark?.installationId === found.id && mark.lastSeenAt > (found.lastSeenAt ?? new Date(0)))
    return 'database_restored'
  // A copy of a public installation on somebody's own machine has no PUBLIC_URL at all: that differs, too.
  if (found.publicUrl !== null && found.publicUrl !== publicUrl) return 'public_url_changed'
  return null
}

/** Moves the mark on; the database first, so that the file beside it is never ahead of an honest database. */
export async function noteSeen(deps: InstallationDeps): Promise<void> {
  const now = deps.clock.now()
  const id = await touchInstallation(deps.db, now)
  if (id !== null) await deps.highWater.write({ installationId: id, lastSeenAt: now })
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
  const outcome = await inTx(deps.db, async (tx): Promise<Release> => {
    const hold = ((await findInstallation(tx))?.holdReason ?? null) as Hold | null
    if (hold === null) return { kind: 'no-hold' }
    if (hold !== expected) return { kind: 'other-hold', hold }
    if (hold === 'public_url_changed') await setPublicUrl(tx, deps.publicUrl)
    await setHold(tx, null)
    return { kind: 'released' }
  })
  if (outcome.kind === 'released') await noteSeen(deps)
  return outcome
}
