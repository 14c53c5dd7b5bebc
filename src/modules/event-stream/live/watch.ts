import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#infra/db/client.ts'
import { runForAll } from '#infra/db/share.ts'
import type { FeedPosition } from '#infra/events/index.ts'
import type { Log } from '#infra/log/log.ts'
import { type FeedRow, readEndOfFeed, readNewEvents } from '../store/stream.ts'

/**
 * Reads all new events, once for all streams of a process, while there are any streams. It sees the events of every
 * process at most `everyMs` after all older transactions have ended. A long transaction delays it but is never skipped.
 */
interface Watch {
  /** Resolves when every event from now on will be received. */
  hold(): Promise<void>
  release(): void
  /** The position up to which all events have been received. */
  position(): FeedPosition
  /** Stops reading, and waits for a read in progress. */
  stop(): Promise<void>
}

interface WatchOptions {
  readonly db: Db
  readonly log: Log
  readonly everyMs: number
  hear(rows: readonly FeedRow[]): void
}

const atOnce = 500
const afterFailureMs = 1_000

export function createWatch({ db, log, everyMs, hear }: WatchOptions): Watch {
  let holds = 0
  let place: FeedPosition | null = null
  let beginning: Promise<FeedPosition> | null = null
  let running: Promise<void> | null = null
  let isStopped = false
  let wakeUp = new AbortController()

  const isNeeded = (): boolean => holds > 0 && !isStopped

  async function readWhileNeeded(): Promise<void> {
    let isFailing = false
    while (isNeeded() && place) {
      let waitMs = everyMs
      try {
        const rows = await readNewEvents(db, place, atOnce)
        place = rows.at(-1) ?? place
        if (rows.length > 0) hear(rows)
        if (rows.length === atOnce) waitMs = 0
        isFailing = false
      } catch (error) {
        // Streams stay open: events that occur in the meantime are read when the database is back.
        if (!isFailing)
          log.warn({ event: 'events.watch_failed', err: error }, 'Events for streams could not be read; retrying')
        isFailing = true
        waitMs = afterFailureMs
      }
      if (waitMs > 0 && isNeeded()) await pause(waitMs, undefined, { signal: wakeUp.signal }).catch(() => {})
    }
    place = null
    running = null
  }

  async function begin(): Promise<void> {
    if (running) return
    beginning ??= runForAll(() => readEndOfFeed(db)).finally(() => {
      beginning = null
    })
    const end = await beginning
    if (running || !isNeeded()) return
    place = end
    running = runForAll(readWhileNeeded)
  }

  return {
    async hold() {
      holds += 1
      try {
        await begin()
      } catch (error) {
        holds -= 1
        throw error
      }
    },
    release() {
      holds -= 1
      if (holds > 0) return
      wakeUp.abort()
      wakeUp = new AbortController()
    },
    position() {
      if (!place) throw new Error('position() needs a hold on the watch')
      return place
    },
    async stop() {
      isStopped = true
      wakeUp.abort()
      await running
    },
  }
}
