/** Work that repeats at an interval. Two runs never overlap. */
export interface Ticker {
  /** Runs the work now, or waits for a run that is in progress. */
  tick(): Promise<void>
  start(): void
  /** Starts no more runs until the next `start`, and waits for a run that is in progress. */
  stop(): Promise<void>
}

/** Creates a ticker. A failure is reported to `onError`, and the next tick tries again. */
export function createTicker(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Ticker {
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> | null = null
  const tick = (): Promise<void> => {
    ticking ??= work().finally(() => {
      ticking = null
    })
    return ticking
  }
  return {
    tick,
    start() {
      timer ??= setInterval(() => void tick().catch(onError), everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await ticking?.catch(() => {})
    },
  }
}
