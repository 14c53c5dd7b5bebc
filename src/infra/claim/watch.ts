import type { Db } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Claim } from './claim.ts'

export interface ClaimWatch {
  /** Looks once; returns the names of claims with overdue work. */
  look(): Promise<readonly string[]>
  start(): void
  stop(): void
}

export interface ClaimWatchOptions {
  readonly db: Db
  readonly claims: readonly Claim[]
  readonly log: Log
  /**
   * The longest time for which work on a free lane may be due without being claimed. Beyond that, no process claims, or
   * a claim cannot see the row. Both are faults.
   */
  readonly overdueMs?: number
  readonly everyMs?: number
}

/** Checks the invariant behind every claim from outside: due work on a free lane is claimed within seconds. */
export function watchClaims({ db, claims, log, overdueMs = 5_000, everyMs = 5_000 }: ClaimWatchOptions): ClaimWatch {
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<readonly string[]> => {
    const overdue: string[] = []
    for (const claim of claims) {
      const found = await claim.overdue(db, overdueMs)
      if (!found) continue
      overdue.push(claim.name)
      log.error({ due: claim.name, ...found }, 'work is due and free, and nobody takes it')
    }
    return overdue
  }
  return {
    look,
    start() {
      timer ??= setInterval(() => {
        look().catch((error: unknown) => log.warn({ err: error }, 'the due work could not be looked at'))
      }, everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
