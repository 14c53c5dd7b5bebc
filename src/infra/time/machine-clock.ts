import type { Clock } from '#kernel/clock.ts'

/** The machine's uncorrected clock, for programs that run without a database. */
export const machineClock: Clock = { now: () => new Date() }
