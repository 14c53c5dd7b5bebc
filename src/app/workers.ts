import { setTimeout as sleep } from 'node:timers/promises'
import { watchClaims } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { createSealer } from '#modules/audit/index.ts'
import { sweepEvents } from '#modules/event-stream/index.ts'
import { findHold, type Hold, isStillOurs, recordSeen, registerStart } from '#modules/installation/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { sweepWebhooks } from '#modules/webhooks/index.ts'
import { holdSentence } from './commands/hold.ts'
import { createCronsOf } from './crons.ts'
import { delivererOf } from './delivering.ts'
import { type Deps, installationDeps } from './deps.ts'
import { handlersOf } from './jobs.ts'
import { publishingOf, takeOverFromDead } from './publishing.ts'

const seenEveryMs = 5_000
const holdPollMs = 500

export interface WorkersOptions {
  /** The hold that this start found. While it lasts, jobs and crons do not run. */
  readonly hold: Hold | null
  say(message: string): void
  /** Reports that the workers cannot continue. */
  fail(reason: string): void
}

/** Starts jobs and crons, at once or when the hold is released. Returns a stop function. */
export async function startWorkers(deps: Deps, { hold, say, fail }: WorkersOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const crons = createCronsOf(deps)
  const sealer = createSealer(deps)
  const onlyIf = () => isStillOurs(deps.highWater)
  const engine = publishingOf(deps, { onlyIf })
  const dispatcher = createDispatcher(deps, { onQueued: () => engine.kick() })
  const deliverer = delivererOf(deps, { onlyIf })
  const watch = watchClaims({ db: deps.db, claims: [engine.watched, deliverer.watched], log: deps.log })
  let seen: NodeJS.Timeout | undefined

  const begin = async (): Promise<void> => {
    await deps.queue.work(handlersOf(deps))
    crons.start()
    // In addition to the cron: the partitions of the coming weeks should exist before there are many rows to move.
    await inTx(deps.db, async (tx) => {
      await deps.queue.enqueue(tx, sweepEvents, {})
      await deps.queue.enqueue(tx, sweepWebhooks, {})
    })
    sealer.start()
    await takeOverFromDead(deps, [engine, deliverer])
    engine.start()
    deliverer.start()
    dispatcher.start()
    watch.start()
    seen = setInterval(() => void beat(), seenEveryMs)
  }
  const beat = async (): Promise<void> => {
    try {
      // From this moment claims take nothing. Jobs have no such brake; only the end of the process stops them.
      if ((await recordSeen(installationDeps(deps))) !== null)
        fail('The database was put back to an earlier state while this ran. Stopping; the next start is on hold.')
    } catch (error) {
      deps.log.warn({ err: error }, 'the time seen could not be noted')
    }
  }
  const beginWhenReleased = async (): Promise<void> => {
    try {
      if (!(await waitForRelease(deps, say, stopping.signal))) return
      await begin()
      say('released: the workers run')
    } catch (error) {
      deps.log.error({ err: error }, 'the workers could not begin after the hold')
      fail('The workers could not begin after the hold; the log says why. Start again.')
    }
  }

  let waiting: Promise<void> | null = null
  if (hold === null) await begin()
  else waiting = beginWhenReleased()
  return async () => {
    stopping.abort()
    await waiting
    clearInterval(seen)
    watch.stop()
    await dispatcher.stop()
    await engine.stop()
    // The deliverer stops after the event sources, so that their last events can still be delivered.
    await deliverer.stop()
    await crons.stop()
    await sealer.stop()
  }
}

/**
 * Waits for the release. Then this process checks once more, by its own data folder. Returns false when the process is
 * to stop.
 */
async function waitForRelease(deps: Deps, say: (message: string) => void, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(holdPollMs, undefined, { signal, ref: false }).catch(() => {})
    try {
      if (signal.aborted || (await findHold(deps.db)) !== null) continue
      const another = await registerStart(installationDeps(deps))
      if (another === null) return true
      say(holdSentence(another))
    } catch (error) {
      deps.log.warn({ err: error }, 'whether the hold is released could not be read')
    }
  }
  return false
}
