import { seconds } from '#kernel/clock.ts'

export interface Pace {
  /** How often the feed is looked at. */
  readonly watchMs: number
  readonly heartbeatMs: number
  /** What may wait to be taken by one reader. */
  readonly unsentBytes: number
  /** How long that much may wait. */
  readonly patienceMs: number
  readonly perPerson: number
  readonly perProcess: number
  /** Who has missed more than this reads `GET /v1/events`. */
  readonly missedMost: number
  /** Of one owner's events so many are looked at, to see what was missed. */
  readonly lookedAtMost: number
}

export const defaultPace: Pace = {
  watchMs: 100,
  heartbeatMs: seconds(15),
  unsentBytes: 256 * 1024,
  patienceMs: seconds(10),
  perPerson: 20,
  perProcess: 2_000,
  missedMost: 1_000,
  lookedAtMost: 10_000,
}
