import { seconds } from '#kernel/clock.ts'

/** Polls for work, less often while there is none. */
export interface PollLoop {
  start(): void
  /** Polls immediately. During a poll, polls again as soon as it ends. */
  kick(): void
  /** Stops polling and waits for a poll in progress. */
  stop(): Promise<void>
}

interface PollLoopOptions {
  /** Polls once; returns how much was found. */
  look(): Promise<number>
  onError(error: unknown): void
  readonly pace?: Pace
  /** Limits the pause after a poll that determined when there will be work. */
  nextWithinMs?(): number
}

/** The pauses between polls: after work was found, their growth while none is found, and the maximum. */
interface Pace {
  readonly busyMs: number
  readonly slowerBy: number
  readonly idleMs: number
}

/** The pauses of a loop that a waker wakes. The maximum matters only if the waker fails. */
const wokenPace: Pace = { busyMs: 100, slowerBy: 1.5, idleMs: seconds(30) }

export function createPollLoop({
  look,
  onError,
  pace = wokenPace,
  nextWithinMs = () => Number.POSITIVE_INFINITY,
}: PollLoopOptions): PollLoop {
  const { busyMs, slowerBy, idleMs } = pace
  let loop: Promise<void> | null = null
  let wake: (() => void) | null = null
  let isKicked = false
  let isStopping = false

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function run(): Promise<void> {
    for (let waitMs = busyMs; !isStopping; ) {
      isKicked = false
      const found = await look().catch((error: unknown) => {
        onError(error)
        return 0
      })
      waitMs = found > 0 ? busyMs : Math.min(waitMs * slowerBy, idleMs)
      if (isStopping || isKicked) continue
      await pause(Math.min(waitMs, nextWithinMs()))
      wake = null
    }
  }

  return {
    start() {
      loop ??= run()
    },
    kick() {
      isKicked = true
      wake?.()
    },
    async stop() {
      isStopping = true
      wake?.()
      await loop
    },
  }
}
