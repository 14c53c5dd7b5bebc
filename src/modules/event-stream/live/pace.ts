import { seconds } from '#kernel/clock.ts'

export interface Pace {
  /** Interval between two reads of the feed. */
  readonly watchMs: number
  /** Least interval between two looks at what moves without an event. */
  readonly lookMs: number
  readonly heartbeatMs: number
  /** The most unsent bytes of one reader. */
  readonly unsentBytes: number
  /** The longest time that so many bytes may wait. */
  readonly patienceMs: number
  readonly perPerson: number
  readonly perProcess: number
  /** A client that has missed more events must read `GET /v1/events`. */
  readonly missedMost: number
  /** The most events of one owner that are read to count the missed ones. */
  readonly lookedAtMost: number
}

export const defaultPace: Pace = {
  watchMs: 100,
  lookMs: 250,
  heartbeatMs: seconds(15),
  unsentBytes: 256 * 1024,
  patienceMs: seconds(10),
  perPerson: 20,
  perProcess: 2_000,
  missedMost: 1_000,
  lookedAtMost: 10_000,
}
