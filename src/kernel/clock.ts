/** The only source of time in code. The database counterpart is `ph.now()`. Tests move both together. */
export interface Clock {
  now(): Date
}

export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
/**
 * True if a time that was set at most `ms` ahead is still in the future. A time further ahead was set before the clock
 * was set back and no longer counts.
 */
export const isAhead = (until: Date, now: Date, ms: number): boolean => until > now && until <= after(now, ms)
/** Returns the later of two times. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)
export const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms)
