import { atMinute } from '#web/lib/day.ts'

export const hourPixels = 52
export const hours = Array.from({ length: 24 }, (_, hour) => hour)

const stepMinutes = 15

/** The height of a chip, which has two lines. The last one of a day may extend to it. */
const chipPixels = 40

/** The vertical position of a chip in the column of its day. */
export const topOf = (minute: number): number => Math.min(pixelsOf(minute), hours.length * hourPixels - chipPixels)

export const pixelsOf = (minute: number): number => (minute / 60) * hourPixels

/** The time at a height in a day's column, in steps of 15 minutes. */
export function timeAt(day: Date, pixels: number): Date {
  const minutes = Math.round(((pixels / hourPixels) * 60) / stepMinutes) * stepMinutes
  return atMinute(day, Math.min(24 * 60 - stepMinutes, Math.max(0, minutes)))
}
