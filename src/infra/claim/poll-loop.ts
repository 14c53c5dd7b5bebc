/** Looks for work again and again, more rarely while there is none. */
export interface PollLoop {
  start(): void
  /** Looks at once, and again at once after a look that is in progress. */
  kick(): void
  /** Looks no more, and waits for a look that is in progress. */
  stop(): Promise<void>
}

export interface PollLoopOptions {
  /** Looks once; returns how much was found. */
  look(): Promise<number>
  onError(error: unknown): void
  /** The longest wait between two looks while there is no work. */
  readonly idleMs: number
}

const busyMs = 100
const slowerByMs = 50

export function createPollLoop({ look, onError, idleMs }: PollLoopOptions): PollLoop {
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
      waitMs = found > 0 ? busyMs : Math.min(waitMs + slowerByMs, idleMs)
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
