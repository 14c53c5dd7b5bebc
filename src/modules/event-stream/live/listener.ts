import type { ServerResponse } from 'node:http'
import type { FeedPosition } from '#infra/events/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { FeedRow, Span } from '../store/stream.ts'
import { buildFrame, heartbeat } from './frames.ts'
import type { Pace } from './pace.ts'
import { isBeyond } from './position.ts'

/**
 * One stream. While its reader keeps up, the stream is live: it gets each event as soon as the event is read. A reader
 * that is slow, or that comes back, is served from the database at its own pace, from the last event that it got. Its
 * stream is live again once no unread event is left. A stream therefore needs little memory, however many events there
 * are.
 */
export interface Listener {
  /** Adds an event to the outbox. Call `flush` when there are no more for now. */
  offer(row: FeedRow, frame: string): void
  flush(): void
  /** Ends the stream after what has been written. */
  end(why: string): void
}

export interface ListenerDeps {
  readonly response: ServerResponse
  readonly pace: Pace
  /** Null: every profile that the user hears of. */
  readonly onlyProfiles: readonly ProfileId[] | null
  /** Refuses when the credential is no longer valid. */
  check(): Promise<unknown>
  /** The position up to which all events have been offered. */
  position(): FeedPosition
  read(span: Span, limit: number): Promise<readonly FeedRow[]>
  /** Called once, when the connection is gone. */
  closed(why: string): void
}

const pageSize = 25

export function createListener(deps: ListenerDeps, start: FeedPosition): Listener {
  const { response, pace, onlyProfiles } = deps
  /** The last event that was written or is in the outbox. */
  let place = start
  let isLive = false
  let isWorking = false
  let isOver = false
  let outbox: string[] = []
  let outboxBytes = 0
  let why = 'the client disconnected'

  const end = (reason: string): void => {
    if (isOver) return
    isOver = true
    why = reason
    response.end()
  }
  const drop = (reason: string): void => {
    if (!isOver) why = reason
    isOver = true
    response.destroy()
  }

  function fail(error: unknown): void {
    if (error instanceof Refusal && error.status === 401) end('its credential is no longer valid')
    // The client reconnects, and then gets the error or resumes where it was.
    else drop(error instanceof Error ? error.message : 'it failed unexpectedly')
  }

  async function work(): Promise<void> {
    try {
      while (!isOver && (!isLive || outbox.length > 0)) await (outbox.length > 0 ? sendOutbox() : catchUp())
    } catch (error) {
      fail(error)
    } finally {
      isWorking = false
    }
  }

  async function sendOutbox(): Promise<void> {
    await deps.check()
    if (isOver) return
    const text = outbox.join('')
    outbox = []
    outboxBytes = 0
    response.write(text)
  }

  async function catchUp(): Promise<void> {
    const upTo = deps.position()
    if (!isBeyond(upTo, place)) {
      isLive = true
      return
    }
    const rows = await deps.read({ after: place, upTo }, pageSize)
    if (rows.length > 0) await deps.check()
    for (const row of rows) {
      await drained()
      if (isOver) return
      response.write(buildFrame(row, row.body ?? ''))
      place = row
    }
    if (rows.length < pageSize) place = upTo
  }

  async function drained(): Promise<void> {
    if (!response.writableNeedDrain) return
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        response.off('drain', go).off('close', go)
        resolve()
      }
      const timer = setTimeout(() => {
        drop('the client reads too slowly')
        go()
      }, pace.patienceMs)
      response.on('drain', go).on('close', go)
    })
  }

  async function beat(): Promise<void> {
    try {
      await deps.check()
    } catch (error) {
      // A short outage of the database must not end every stream.
      if (error instanceof Refusal && error.status === 401) return fail(error)
    }
    if (!isOver && !response.writableNeedDrain) response.write(heartbeat)
  }

  // Spread the heartbeats of streams that opened at the same time.
  let timer = setTimeout(() => {
    void beat()
    timer = setInterval(() => void beat(), pace.heartbeatMs)
  }, pace.heartbeatMs * Math.random())
  // A client that leaves while data is written to it is no error.
  response.on('error', () => {})
  response.once('close', () => {
    isOver = true
    clearTimeout(timer)
    deps.closed(why)
  })

  return {
    offer(row, frame) {
      if (!isLive || !isBeyond(row, place)) return
      if (onlyProfiles && !(row.profileId && onlyProfiles.includes(row.profileId))) return
      const bytes = Buffer.byteLength(frame)
      if (response.writableLength + outboxBytes + bytes > pace.unsentBytes) {
        isLive = false
        return
      }
      outbox.push(frame)
      outboxBytes += bytes
      place = row
    },
    flush() {
      if (isWorking || isOver) return
      isWorking = true
      void work()
    },
    end,
  }
}
