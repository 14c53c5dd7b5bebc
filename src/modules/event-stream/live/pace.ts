import { seconds } from '#kernel/clock.ts'

export interface Pace {
  /** The interval between two reads of the feed. */
  readonly watchMs: number
  /** The minimum interval between two polls for transient changes. */
  readonly lookMs: number
  readonly heartbeatMs: number
  /** The maximum number of unsent bytes for one reader. */
  readonly unsentBytes: number
  /** The maximum time that this many bytes can wait. */
  readonly patienceMs: number
  /** The maximum number of open streams of this process, and of one user. */
  readonly places: number
  readonly placesOfOne: number
  /** A client that has missed more events must read `GET /v1/events`. */
  readonly missedMost: number
  /** The maximum number of events of one owner that are read to count the missed ones. */
  readonly lookedAtMost: number
}

export const defaultPace: Pace = {
  watchMs: 100,
  lookMs: 250,
  heartbeatMs: seconds(15),
  unsentBytes: 256 * 1024,
  patienceMs: seconds(10),
  placesOfOne: 20,
  places: 2_000,
  missedMost: 1_000,
  lookedAtMost: 10_000,
}
