import type { ServerResponse } from 'node:http'
import { Refusal } from '#kernel/errors.ts'
import { heartbeat } from './frames.ts'
import type { Pace } from './pace.ts'

/** The connection of one stream: its heartbeat, its end, and the wait for a slow reader. */
interface Connection {
  isOver(): boolean
  /** Returns the number of bytes that were written but not sent yet. */
  unsentBytes(): number
  write(text: string): void
  /** Resolves when the reader has caught up. Disconnects a reader that takes longer than `patienceMs`. */
  drained(): Promise<void>
  /** Ends the stream after what has been written. */
  end(why: string): void
  /** Ends the stream because of an error. */
  fail(error: unknown): void
}

export interface ConnectionDeps {
  readonly response: ServerResponse
  readonly pace: Pick<Pace, 'heartbeatMs' | 'patienceMs'>
  /** Refuses if the credential is no longer valid. */
  check(): Promise<unknown>
  /** Called once, when the connection is gone. */
  closed(why: string): void
}

export function createConnection({ response, pace, check, closed }: ConnectionDeps): Connection {
  let isOver = false
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
  const fail = (error: unknown): void => {
    if (isUnauthenticated(error)) end('its credential is no longer valid')
    // The client reconnects, and then gets the error or resumes where it was.
    else drop(error instanceof Error ? error.message : 'it failed unexpectedly')
  }

  async function beat(): Promise<void> {
    try {
      await check()
    } catch (error) {
      // A short outage of the database must not end every stream.
      if (isUnauthenticated(error)) return fail(error)
    }
    if (!isOver && !response.writableNeedDrain) response.write(heartbeat)
  }

  // Spread the heartbeats of streams that opened at the same time.
  let timer = setTimeout(() => {
    void beat()
    timer = setInterval(() => void beat(), pace.heartbeatMs)
  }, pace.heartbeatMs * Math.random())
  // A client that disconnects while data is written to it is not an error.
  response.on('error', () => {})
  response.once('close', () => {
    isOver = true
    clearTimeout(timer)
    closed(why)
  })

  return {
    isOver: () => isOver,
    unsentBytes: () => response.writableLength,
    write: (text) => void response.write(text),
    async drained() {
      if (!response.writableNeedDrain) return
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(patience)
          response.off('drain', go).off('close', go)
          resolve()
        }
        const patience = setTimeout(() => {
          drop('the client reads too slowly')
          go()
        }, pace.patienceMs)
        response.on('drain', go).on('close', go)
      })
    },
    end,
    fail,
  }
}

const isUnauthenticated = (error: unknown): boolean => error instanceof Refusal && error.status === 401
