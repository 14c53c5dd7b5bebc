import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import { createTicker } from '#infra/time/ticker.ts'
import type { Claim } from './contract.ts'

interface ClaimWatch {
  /** Checks once, and returns the names of claims with overdue work. */
  look(): Promise<readonly string[]>
  start(): void
  stop(): Promise<void>
}

interface ClaimWatchOptions {
  readonly db: Db
  readonly claims: readonly Claim[]
  readonly log: Log
  /**
   * Longest time that work on a free lane may be due without being claimed. If it takes longer, no process is claiming,
   * or a claim cannot see the row. Both are errors.
   */
  readonly overdueMs?: number
  readonly everyMs?: number
}

/** Checks the invariant behind every claim from outside: due work on a free lane is claimed within seconds. */
export function watchClaims({ db, claims, log, overdueMs = 5_000, everyMs = 15_000 }: ClaimWatchOptions): ClaimWatch {
  const look = async (): Promise<readonly string[]> => {
    const overdue: string[] = []
    for (const claim of claims) {
      const found = await claim.overdue(db, overdueMs)
      if (!found) continue
      overdue.push(claim.name)
      log.error({ event: 'claim.overdue', due: claim.name, ...found }, 'Due work on a free lane is not claimed')
    }
    return overdue
  }
  const ticker = createTicker(
    everyMs,
    async () => void (await look()),
    (error) => log.warn({ event: 'claim.watch_failed', err: error }, 'Due work could not be checked'),
  )
  return { look, start: ticker.start, stop: ticker.stop }
}
