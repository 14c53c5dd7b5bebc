import { createCounter, grown } from '../../../core/figures/growth.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Pin } from '../state/records.ts'

export const followersOf = (platform: Platform, { name, createdAt }: Person): number =>
  40 + grown(platform, `followers/${name}`, { sinceMs: createdAt.getTime(), max: 9_000, halfHours: 20_000 })

export function countsOf(platform: Platform, pin: Pin) {
  const count = createCounter(platform, `${pin.person.name}/${pin.number}`, pin.at.getTime())
  return {
    impressions: 3 + count('impressions', 6_000, 8),
    pinClicks: count('clicks', 400, 8),
    outboundClicks: pin.link === null ? 0 : count('outbound', 90, 8),
    saves: count('saves', 120, 12),
    reactions: count('reactions', 60, 6),
    comments: 0,
  }
}
