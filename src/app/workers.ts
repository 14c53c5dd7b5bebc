import { setTimeout as sleep } from 'node:timers/promises'
import { watchClaims } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { createSealer } from '#modules/audit/index.ts'
import { sweepFeed } from '#modules/feed/index.ts'
import { type Hold, holdOf, isStillOurs, noteSeen, registerStart } from '#modules/installation/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { holdSentence } from './commands/hold.ts'
import { createCronsOf } from './crons.ts'
import { delivererOf } from './delivering.ts'
import { type Deps, installationDeps } from './deps.ts'
import { handlersOf } from './jobs.ts'
import { publishingOf, takeOverFromDead } from './publishing.ts'

const seenEveryMs = 5_000
const holdPollMs = 500

export interface WorkersOptions {
  /** What this start found; while there is one, jobs and crons rest. */
  readonly hold: Hold | null
  say(message: string): void
  /** They cannot go on, for this reason. */
  fail(reason: string): void
}

/** Begins with jobs and crons, at once or as soon as the hold is released. Gives back how to stop them. */
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
    // Not only by its hour: the weeks that are written to next had better be there before there is much to move.
    await inTx(deps.db, (tx) => deps.queue.enqueue(tx, sweepFeed, {}))
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
      // Claims take nothing from then on. Jobs have no brake but the end of the process.
      if ((await noteSeen(installationDeps(deps))) !== null)
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
    // After those who cause events, so that what they cause last may still go out.
    await deliverer.stop()
    await crons.stop()
    await sealer.stop()
  }
}

/** After a release each process judges once more, by its own data folder. False when we are to stop instead. */
async function waitForRelease(deps: Deps, say: (message: string) => void, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await sleep(holdPollMs, undefined, { signal, ref: false }).catch(() => {})
    try {
      if (signal.aborted || (await holdOf(deps.db)) !== null) continue
      const another = await registerStart(installationDeps(deps))
      if (another === null) return true
      say(holdSentence(another))
    } catch (error) {
      deps.log.warn({ err: error }, 'whether the hold is released could not be read')
    }
  }
  return false
}
