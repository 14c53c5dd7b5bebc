import { openChannel } from '#web/lib/browser/channel.ts'
import { withLock } from '#web/lib/browser/lock.ts'
import { apply, applyAll, type LiveEvent } from './apply-events.ts'
import { type LiveState, readStream, StreamRefused } from './read-stream.ts'

const channel = openChannel<LiveEvent | LiveState>('posthorn.live')
const firstPauseMs = 1_000
const longestPauseMs = 15_000
/** A stream that is cut is back in a second, so that nobody needs to know. */
const toldAfterMs = 5_000
let reportState: (state: LiveState) => void = () => {}

/**
 * Follows the event stream, once for all tabs: the tab that holds the lock reads it and passes events on. A browser
 * opens six connections to an origin, and a stream in each tab would use them up.
 */
export function followLive(report: (state: LiveState) => void): () => void {
  const stopped = new AbortController()
  reportState = report
  channel.listen((data) => (typeof data === 'string' ? report(data) : apply(data)))
  const { signal } = stopped
  withLock('posthorn.live', () => lead(signal), { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  return () => stopped.abort()
}

function tellAll(message: LiveEvent | LiveState): void {
  channel.post(message)
  if (typeof message === 'string') reportState(message)
  else apply(message)
}

/** Reads the stream, and reads it again from where it ended whenever it ends. */
async function lead(signal: AbortSignal): Promise<void> {
  let lastId: string | null = null
  let hasBeenOpen = false
  let lostAt: number | null = null
  let pauseMs = firstPauseMs
  while (!signal.aborted) {
    const begunAt = performance.now()
    let state: LiveState = 'interrupted'
    let isFault = false
    try {
      for await (const { id, event, data } of readStream(lastId, signal)) {
        lastId = id ?? lastId
        if (event === 'open') {
          state = 'live'
          tellAll(state)
          if (hasBeenOpen) tellAll({ kind: 'stream.reopened', data: {} })
          hasBeenOpen = true
          lostAt = null
        } else if (event === 'resync') await applyAll()
        else if (data) tellAll({ kind: event, data: (JSON.parse(data) as LiveEvent).data })
      }
    } catch (error) {
      if (error instanceof StreamRefused) state = error.state
      else {
        // An error of this page is no outage. It comes again, and must not pass for one that is over.
        isFault = true
        reportError(error)
      }
    }
    if (signal.aborted) return
    lostAt ??= performance.now()
    if (!navigator.onLine) tellAll('offline')
    else if (isFault || performance.now() - lostAt >= toldAfterMs)
      tellAll(state === 'live' || isFault ? 'interrupted' : state)
    if (performance.now() - begunAt > longestPauseMs) pauseMs = firstPauseMs
    await pause(pauseMs)
    pauseMs = Math.min(longestPauseMs, pauseMs * 2)
  }
}

/** Waits, but no longer than until the browser is online again. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
