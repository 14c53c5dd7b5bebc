import { seconds } from '#kernel/clock.ts'

/** Looks for work again and again, more rarely while there is none. Then the waker tells when rows become due. */
interface PollLoop {
  start(): void
  /** Looks at once, and again at once after a look that is in progress. */
  kick(): void
  /** Looks no more, and waits for a look that is in progress. */
  stop(): Promise<void>
}

interface PollLoopOptions {
  /** Looks once; returns how much was found. */
  look(): Promise<number>
  onError(error: unknown): void
}

const busyMs = 100
const slowerBy = 1.5
/** The longest wait between two looks, in case nobody wakes the loop. */
const idleMs = seconds(10)

export function createPollLoop({ look, onError }: PollLoopOptions): PollLoop {
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
      await pause(waitMs)
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
