import { readOffsetMs } from '#rules/wall-clock.ts'
import { keepInLocale } from './locale.ts'

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

let shown = readersZone()

/**
 * Returns the zone in which the page shows times and days: the zone of the open brand. Everyone who plans for a brand
 * reads and writes the same hours.
 */
export const shownZone = (): string => shown

/** Sets the zone in which the page shows times. Components below must render again. */
export function showZone(zone: string): void {
  shown = zone
}

/** Returns true if the clocks of two zones show the same at an instant. */
export const hasSameClock = (zone: string, other: string, at: number): boolean =>
  zone === other || readOffsetMs(zone, at) === readOffsetMs(other, at)

/** Returns the display name of a zone: "Berlin". */
export const nameZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

const offsets = new Map<string, () => Intl.DateTimeFormat>()

/** "GMT+1", the difference of the clocks of a zone to UTC at an instant. */
export function nameOffset(zone: string, at: number): string {
  const formatter =
    offsets.get(zone) ??
    keepInLocale((locale) => new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' }))
  offsets.set(zone, formatter)
  const parts = formatter().formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
