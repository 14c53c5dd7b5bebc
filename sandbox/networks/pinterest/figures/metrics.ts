import type { Platform } from '../state/platform.ts'
import type { Person, Pin } from '../state/records.ts'

/**
 * Computes a count that only grows, fast at first, toward a limit of its own. The same age gives the same count in
 * every run.
 */
function grown(
  { world }: Platform,
  name: string,
  since: Date,
  { max, halfMs }: { max: number; halfMs: number },
): number {
  const ageMs = Math.max(0, world.clock.ms() - since.getTime())
  return Math.floor(max * world.random.fixed(`pinterest/${name}`) * (1 - 2 ** (-ageMs / halfMs)))
}

const hourMs = 3_600_000

export const followersOf = (platform: Platform, { name, createdAt }: Person): number =>
  40 + grown(platform, `followers/${name}`, createdAt, { max: 9_000, halfMs: 20_000 * hourMs })

export function countsOf(platform: Platform, pin: Pin) {
  const count = (name: string, max: number, halfHours: number) =>
    grown(platform, `${name}/${pin.person.name}/${pin.number}`, pin.at, { max, halfMs: halfHours * hourMs })
  return {
    impressions: 3 + count('impressions', 6_000, 8),
    pinClicks: count('clicks', 400, 8),
    outboundClicks: pin.link === null ? 0 : count('outbound', 90, 8),
    saves: count('saves', 120, 12),
    reactions: count('reactions', 60, 6),
    comments: 0,
  }
}
