/** The sandbox's own time: real time, moved ahead by `POST /control/clock`. Every network takes its "now" from here. */
export interface Clock {
  now(): Date
  /** The same time as `now`, in milliseconds. */
  ms(): number
  advance(ms: number): void
}

export function movableClock(real: () => number = Date.now): Clock {
  let aheadMs = 0
  const ms = () => real() + aheadMs
  return {
    ms,
    now: () => new Date(ms()),
    advance(byMs) {
      aheadMs += byMs
    },
  }
}

export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000
