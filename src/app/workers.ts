import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClaimOptions, createWaker, watchClaims } from '#infra/claim/index.ts'
import { inTx } from '#infra/db/client.ts'
import { createCrons } from '#infra/time/cron.ts'
import { createTicker } from '#infra/time/ticker.ts'
import { createWatch } from '#modules/admin/index.ts'
import { createSyncer, sweepAnalytics } from '#modules/analytics/index.ts'
import { createSealer } from '#modules/audit/index.ts'
import { type ChatWork, createChatWork, createPoller } from '#modules/chat/index.ts'
import { sweepEvents } from '#modules/event-stream/index.ts'
import { createInboxReader } from '#modules/inbox/index.ts'
import { findHold, type Hold, isStillOurs, recordSeen, registerStart } from '#modules/installation/index.ts'
import { createPlanner } from '#modules/planning/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { createDeliverer, type Deliverer, sweepWebhooks } from '#modules/webhooks/index.ts'
import { holdSentence } from './commands/hold.ts'
import { type Deps, installationDeps } from './deps.ts'
import { createJobHandlers } from './jobs/job-handlers.ts'
import { lookBeforeSending } from './look-before-sending.ts'
import { holderOf, publishingOf, takeOverFromDead } from './publishing.ts'
import { settleClock } from './settle-clock.ts'

const seenEveryMs = 5_000
const holdPollMs = 500

interface WorkersOptions {
  /** The hold found at the start. During a hold, jobs and crons do not run. */
  readonly hold: Hold | null
  /** True if this process also serves the API. */
  readonly hasApi: boolean
  say(message: string): void
  /** Reports that the workers cannot continue. */
  fail(reason: string): void
}

/** Starts jobs and crons, immediately or when the hold is released. Returns a stop function. */
export async function startWorkers(
  deps: Deps,
  { hold, hasApi, say, fail }: WorkersOptions,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const crons = createCrons(deps)
  const sealer = createSealer(deps)
  const onlyIf = () => isStillOurs(deps.highWater)
  const engine = publishingOf(deps, { onlyIf })
  const dispatcher = createDispatcher(deps, { onQueued: () => engine.kick() })
  const planner = createPlanner(deps)
  const deliverer = delivererOf(deps, { onlyIf })
  const chats = chatWorkOf(deps, { onlyIf })
  const poller = createPoller({ ...deps, holder: randomUUID(), onUpdates: chats.kick })
  const syncer = createSyncer(deps, { holder: holderOf(deps), onlyIf })
  const inbox = createInboxReader(deps, { holder: holderOf(deps), onlyIf })
  const alerts = createWatch(deps)
  const loops = [dispatcher, planner, engine, deliverer, chats, deps.queue, sealer, inbox]
  const waker = createWaker({ ...deps, loops, seesWrites: hasApi })
  deps.writes.onNote(waker.kick)
  const watch = watchClaims({ db: deps.db, claims: [engine.watched, deliverer.watched, chats.watched], log: deps.log })
  const clockSteps = createTicker(
    seenEveryMs,
    () => settleClock(deps),
    (error) => deps.log.warn({ event: 'clock.note_failed', err: error }, 'Time could not be stored'),
  )
  const noteTime = async (): Promise<void> => {
    // From now on, claims take nothing.
    if ((await recordSeen(installationDeps(deps))) !== null)
      fail(
        'The database was restored to an earlier state while Posthorn was running. Stopping; the next start will be on hold.',
      )
  }
  const seen = createTicker(seenEveryMs, noteTime, (error) =>
    deps.log.warn({ event: 'installation.seen_failed', err: error }, 'Heartbeat could not be stored'),
  )

  const begin = async (): Promise<void> => {
    await clockSteps.tick()
    clockSteps.start()
    // After a hold, `resume` has already asked the networks.
    if (hold === null) await lookBeforeSending(deps, { planner, dispatcher })
    await takeOverFromDead(deps, [engine, deliverer, chats, syncer, inbox, deps.queue])
    await deps.queue.work(createJobHandlers(deps), { holder: holderOf(deps), onlyIf })
    crons.start()
    // In addition to the cron: the partitions of the coming weeks should exist before many rows would have to be moved.
    await inTx(deps.db, async (tx) => {
      await deps.queue.enqueue(tx, sweepEvents, {})
      await deps.queue.enqueue(tx, sweepAnalytics, {})
      await deps.queue.enqueue(tx, sweepWebhooks, {})
    })
    sealer.start()
    engine.start()
    deliverer.start()
    chats.start()
    poller.start()
    syncer.start()
    inbox.start()
    dispatcher.start()
    planner.start()
    waker.start()
    watch.start()
    alerts.start()
    seen.start()
  }
  const beginWhenReleased = async (): Promise<void> => {
    try {
      if (!(await waitForRelease(deps, say, stopping.signal))) return
      await begin()
      say('hold released; workers started')
    } catch (error) {
      deps.log.error({ event: 'workers.start_failed', err: error }, 'Workers could not start after the hold')
      fail('The workers could not start after the hold was released. See the log for the cause, then restart Posthorn.')
    }
  }

  let waiting: Promise<void> | null = null
  if (hold === null) await begin()
  else waiting = beginWhenReleased()
  return async () => {
    stopping.abort()
    await waiting
    await seen.stop()
    await clockSteps.stop()
    await alerts.stop()
    await waker.stop()
    await poller.stop()
    await watch.stop()
    await planner.stop()
    await dispatcher.stop()
    await inbox.stop()
    await syncer.stop()
    await chats.stop()
    await engine.stop()
    // The deliverer stops after the event sources so that it can still deliver their last events.
    await deliverer.stop()
    await crons.stop()
    await sealer.stop()
  }
}

/**
 * Waits for the release. Then this process checks again with its own data folder. Returns false if the process should
 * stop.
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
      deps.log.warn({ event: 'hold.read_failed', err: error }, 'Hold could not be read')
    }
  }
  return false
}

/** Creates the webhook deliverer. It is separate from the publishing engine, so neither waits for the other. */
export const delivererOf = (deps: Deps, options: Pick<ClaimOptions, 'onlyIf'> = {}): Deliverer =>
  createDeliverer({
    ...deps,
    ...options,
    db: deps.engineDb,
    holder: holderOf(deps),
  })

/** Creates the work on Telegram chats. */
export const chatWorkOf = (deps: Deps, options: Pick<ClaimOptions, 'onlyIf'> = {}): ChatWork =>
  createChatWork({ ...deps, ...options, db: deps.engineDb, holder: holderOf(deps) })
