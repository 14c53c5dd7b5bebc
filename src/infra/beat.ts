/** Work that is done again and again, never twice at once. */
export interface Beat {
  /** Does it now, or waits for the one that is under way. */
  tick(): Promise<void>
  start(): void
  /** Begins no more, and waits for the one that is under way. */
  stop(): Promise<void>
}

/** A failure is told and the next beat tries again. */
export function createBeat(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void): Beat {
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
      await ticking?.catch(() => {})
    },
  }
}
