import { createHash } from 'node:crypto'
import type { Credential } from '#kernel/caller.ts'
import { seconds } from '#kernel/clock.ts'

/**
 * Caches the caller of a bearer token for at most a second. So a revoked key, an ended session, or a changed role or
 * plan takes effect within a second in every process, and immediately in the process that makes the change, because it
 * clears its cache.
 */
export interface CallerCache {
  /** Returns the credential of a token. `read` runs once for all concurrent requests. */
  get(token: string, now: Date, read: () => Promise<KnownCaller>): Promise<Credential>
  /** Forgets all callers. Call this after the commit of any change to what a credential may do. */
  clear(): void
}

export interface KnownCaller {
  readonly credential: Credential
  readonly usableUntilMs: number
}

interface Entry {
  readonly atMs: number
  readonly known: Promise<KnownCaller>
}

const rememberMs = seconds(1)
const entriesMax = 10_000

export function createCallerCache(): CallerCache {
  const entries = new Map<string, Entry>()
  return {
    async get(token, now, read) {
      const name = createHash('sha256').update(token).digest('base64')
      const nowMs = now.getTime()
      const found = entries.get(name)
      if (found && nowMs >= found.atMs && nowMs - found.atMs < rememberMs) {
        const known = await found.known
        if (nowMs < known.usableUntilMs) return known.credential
      }
      const fresh: Entry = { atMs: nowMs, known: read() }
      if (entries.size >= entriesMax) entries.clear()
      entries.set(name, fresh)
      try {
        return (await fresh.known).credential
      } catch (error) {
        if (entries.get(name) === fresh) entries.delete(name)
        throw error
      }
    },
    clear: () => entries.clear(),
  }
}
