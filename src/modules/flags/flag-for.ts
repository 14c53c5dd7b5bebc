import type { Db } from '#infra/db/client.ts'
import { type Clock, seconds } from '#kernel/clock.ts'
import { evaluate, type FlagSettings, type FlagState, type FlagSubject } from './evaluate.ts'
import { type FlagKey, type KnownFlag, knownFlags } from './known-flags.ts'
import { type StoredFlag, storedFlags } from './store.ts'

/**
 * The one question that other modules ask. All flags are read in one select and remembered for a second at most, so
 * asking costs nothing on a hot path, and a change holds within that second on every process, at once on its own.
 */
const rememberMs = seconds(1)

type Stored = ReadonlyMap<string, StoredFlag>
interface Remembered {
  readonly atMs: number
  readonly flags: Promise<Stored>
}

const memories = new WeakMap<Db, Remembered>()

type ReadDeps = { readonly db: Db; readonly clock: Clock }

/** Not to be asked inside a transaction: it would hold one connection and wait for another. */
export async function flagFor(deps: ReadDeps, key: FlagKey, subject: FlagSubject): Promise<FlagState> {
  return evaluate(key, settingsOf(key, await remembered(deps)), subject)
}

/** What holds for a flag: what is stored, or else what the code says. */
export function settingsOf(key: FlagKey, stored: Stored): FlagSettings {
  const known: KnownFlag = knownFlags[key]
  return stored.get(key)?.settings ?? known.settings
}

/** To be called after the commit of a change. */
export function forgetFlags(db: Db): void {
  memories.delete(db)
}

export const byKey = (flags: readonly StoredFlag[]): Stored => new Map(flags.map((flag) => [flag.key, flag]))

function remembered({ db, clock }: ReadDeps): Promise<Stored> {
  const nowMs = clock.now().getTime()
  const known = memories.get(db)
  if (known && nowMs >= known.atMs && nowMs - known.atMs < rememberMs) return known.flags
  const fresh: Remembered = { atMs: nowMs, flags: storedFlags(db).then(byKey) }
  memories.set(db, fresh)
  // A fault is told to who asked, and not remembered.
  fresh.flags.catch(() => {
    if (memories.get(db) === fresh) memories.delete(db)
  })
  return fresh.flags
}
