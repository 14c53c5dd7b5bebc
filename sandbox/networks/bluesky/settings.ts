import { days, hours, seconds } from '../../core/clock.ts'
import type { Settings } from '../../core/network.ts'

export type BlueskySettings = typeof defaults

const defaults = {
  /** Off, as on a server of one's own: a bench has more to send than the real network takes. */
  rateLimits: false,
  /**
   * Refuses also what the real server lets through and its clients then quietly drop: a facet outside the text, a reply
   * to what is not there. A mistake that nobody sees must be seen here.
   */
  strict: true,
  accessTokenMs: hours(2),
  refreshTokenMs: days(90),
  /** A refresh token that was used once is good for so much longer. */
  refreshGraceMs: hours(2),
  /** A blob that no record holds is gone after this. */
  unusedBlobMs: hours(1),
  maxBlobBytes: 50 * 1024 * 1024,
  maxImageBytes: 2_000_000,
  maxThumbBytes: 1_000_000,
  maxVideoBytes: 300_000_000,
  videoProcessingMs: seconds(3),
  maxVideosPerDay: 25,
  /** Whether `uploadVideo` answers as the schema says, or bare as the service has done. */
  wrapsUploadedVideo: false,
}

export function createSettings(): { values: Readonly<BlueskySettings>; settings: Settings } {
  const values: Record<string, number | boolean> & BlueskySettings = { ...defaults }
  return {
    values,
    settings: {
      read: () => ({ ...values }),
      change(patch) {
        for (const [name, value] of Object.entries(patch)) {
          const kind = typeof values[name]
          const good = typeof value === kind && (typeof value !== 'number' || value >= 0)
          if (!good) return `"${name}" must be a ${kind === 'number' ? 'number of 0 or more' : kind}.`
        }
        Object.assign(values, patch)
        return null
      },
    },
  }
}
