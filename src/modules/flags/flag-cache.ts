import type { Db } from '#infra/db/client.ts'
import { type Clock, seconds } from '#kernel/clock.ts'
import { type StoredFlag, selectFlags } from './store.ts'

export type StoredFlags = ReadonlyMap<string, StoredFlag>

/**
 * Caches all flags for a second, read in one select, so that a lookup is free on a hot path. A change takes effect
 * within a second in every process, and at once in the process that made it.
 */
export interface FlagCache {
  get(): Promise<StoredFlags>
  /** Clears the cache. Call this after the commit of a change. */
  clear(): void
}

const rememberMs = seconds(1)

export const indexByKey = (flags: readonly StoredFlag[]): StoredFlags => new Map(flags.map((flag) => [flag.key, flag]))

export function createFlagCache({ db, clock }: { readonly db: Db; readonly clock: Clock }): FlagCache {
  let cached: { readonly atMs: number; readonly flags: Promise<StoredFlags> } | null = null
  return {
    get() {
      const nowMs = clock.now().getTime()
      if (cached && nowMs >= cached.atMs && nowMs - cached.atMs < rememberMs) return cached.flags
      const fresh = { atMs: nowMs, flags: selectFlags(db).then(indexByKey) }
      cached = fresh
      // A failure is passed to the waiting callers and is not cached.
      fresh.flags.catch(() => {
        if (cached === fresh) cached = null
      })
      return fresh.flags
    },
    clear() {
      cached = null
    },
  }
}
