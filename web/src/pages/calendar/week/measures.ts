export const hourPixels = 52
export const hours = Array.from({ length: 24 }, (_, hour) => hour)

const stepMinutes = 15

export const pixelsOf = (minute: number): number => (minute / 60) * hourPixels

/** The quarter of an hour of a day at a height of its column. */
export function timeAt(day: Date, pixels: number): Date {
  const minutes = Math.round(((pixels / hourPixels) * 60) / stepMinutes) * stepMinutes
  const time = new Date(day)
  time.setHours(0, Math.min(24 * 60 - stepMinutes, Math.max(0, minutes)), 0, 0)
  return time
}
