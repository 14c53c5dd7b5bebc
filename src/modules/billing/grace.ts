import { days } from '#kernel/clock.ts'

/** The time after which an overdue payment ends the plan. */
export const graceMs = days(7)
