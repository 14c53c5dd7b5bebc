import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#infra/db/client.ts'
import { runForAll } from '#infra/db/share.ts'
import type { Log } from '#infra/log/log.ts'
import { measure } from '#infra/time/measure.ts'
import type { UserId } from '#kernel/ids.ts'
import { byOwner, type Look, listChanged, type Sight, type SightsByOwner } from './sights.ts'

/**
 * Polls for transient changes, such as the steps of a publication: it reads the rows of owners with open streams, so
 * that publishing writes nothing extra for them. Polling takes at most a tenth of the time, regardless of the number of
 * owners.
 */
interface Lookout {
  /** Starts polling, if it has not started. It stops automatically when no one listens any longer. */
  wake(): void
  /** Stops polling, and waits for a poll in progress. */
  stop(): Promise<void>
}

interface LookoutOptions {
  readonly db: Db
  readonly log: Log
  readonly looks: readonly Look[]
  readonly everyMs: number
  /** The owners whose events someone receives. */
  owners(): readonly UserId[]
  tell(changed: readonly Sight[]): void
}

const restTimes = 9
const afterFailureMs = 1_000

export function createLookout({ db, log, looks, everyMs, owners, tell }: LookoutOptions): Lookout {
  const stopped = new AbortController()
  let running: Promise<void> | null = null

  async function lookAround(before: SightsByOwner): Promise<SightsByOwner> {
    const requested = owners()
    const sights = await Promise.all(looks.map((look) => look(db, requested)))
    const now = byOwner(sights.flat(), requested)
    const changed = listChanged(before, now)
    if (changed.length > 0) tell(changed)
    return now
  }

  async function lookWhileNeeded(): Promise<void> {
    let seen: SightsByOwner = new Map()
    let isFailing = false
    while (!stopped.signal.aborted && owners().length > 0) {
      let restMs = afterFailureMs
      try {
        const { result, tookMs } = await measure(() => lookAround(seen))
        seen = result
        restMs = Math.max(everyMs, restTimes * tookMs)
        isFailing = false
      } catch (error) {
        if (!isFailing)
          log.warn(
            { event: 'events.look_failed', err: error },
            'Publication steps for streams could not be read; retrying',
          )
        isFailing = true
      }
      await pause(restMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
    running = null
  }

  return {
    wake() {
      if (looks.length > 0 && !stopped.signal.aborted) running ??= runForAll(lookWhileNeeded)
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}
