import type { Db } from '#infra/db/client.ts'
import { type Clock, seconds } from '#kernel/clock.ts'
import { evaluate, type FlagSettings, type FlagState, type FlagSubject } from './evaluate.ts'
import { type FlagKey, type KnownFlag, knownFlags } from './known-flags.ts'
import { type StoredFlag, selectFlags } from './store.ts'

/**
 * The time that flags are cached. All flags are read in one select, so that a lookup costs nothing on a hot path. A
 * change takes effect within this time in every process, and at once in the process that made it.
 */
const rememberMs = seconds(1)

type Stored = ReadonlyMap<string, StoredFlag>
interface Remembered {
  readonly atMs: number
  readonly flags: Promise<Stored>
}

const memories = new WeakMap<Db, Remembered>()

type ReadDeps = { readonly db: Db; readonly clock: Clock }

/**
 * Returns the state of a flag for one user. Do not call this inside a transaction: it would hold one connection and
 * wait for another.
 */
export async function flagFor(deps: ReadDeps, key: FlagKey, subject: FlagSubject): Promise<FlagState> {
  return evaluate(key, getSettings(key, await remembered(deps)), subject)
}

/** Returns the stored settings of a flag, else the built-in ones. */
export function getSettings(key: FlagKey, stored: Stored): FlagSettings {
  const known: KnownFlag = knownFlags[key]
  return stored.get(key)?.settings ?? known.settings
}

/** Clears the cache. Call this after the commit of a change. */
export function forgetFlags(db: Db): void {
  memories.delete(db)
}

export const indexByKey = (flags: readonly StoredFlag[]): Stored => new Map(flags.map((flag) => [flag.key, flag]))

function remembered({ db, clock }: ReadDeps): Promise<Stored> {
  const nowMs = clock.now().getTime()
  const known = memories.get(db)
  if (known && nowMs >= known.atMs && nowMs - known.atMs < rememberMs) return known.flags
  const fresh: Remembered = { atMs: nowMs, flags: selectFlags(db).then(indexByKey) }
  memories.set(db, fresh)
  // A failure goes to the callers that wait for it, and is not cached.
  fresh.flags.catch(() => {
    if (memories.get(db) === fresh) memories.delete(db)
  })
  return fresh.flags
}
