export const hourPixels = 52
export const hours = Array.from({ length: 24 }, (_, hour) => hour)

const stepMinutes = 15

/** The height of a chip, which has two lines. The last ones of a day end with it. */
const chipPixels = 40

/** The place of a chip in the column of its day. */
export const topOf = (minute: number): number => Math.min(pixelsOf(minute), hours.length * hourPixels - chipPixels)

export const pixelsOf = (minute: number): number => (minute / 60) * hourPixels

/** The quarter of an hour of a day at a height of its column. */
export function timeAt(day: Date, pixels: number): Date {
  const minutes = Math.round(((pixels / hourPixels) * 60) / stepMinutes) * stepMinutes
  const time = new Date(day)
  time.setHours(0, Math.min(24 * 60 - stepMinutes, Math.max(0, minutes)), 0, 0)
  return time
}
