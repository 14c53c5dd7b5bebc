import { days, hours, seconds } from '../../core/kit/clock.ts'
import type { Settings } from '../../core/network.ts'

export type BlueskySettings = typeof defaults

const defaults = {
  /** False, as on a self-hosted server: a bench sends more than the real network allows. */
  rateLimits: false,
  /**
   * Also refuses mistakes that the real server accepts and that clients then silently drop, such as a facet outside the
   * text or a reply to a post that does not exist. Otherwise such a mistake would go unnoticed.
   */
  strict: true,
  accessTokenMs: hours(2),
  refreshTokenMs: days(90),
  /** The time for which a used refresh token stays valid. */
  refreshGraceMs: hours(2),
  /** The time after which a blob that no record refers to is deleted. */
  unusedBlobMs: hours(1),
  maxBlobBytes: 50 * 1024 * 1024,
  maxImageBytes: 2_000_000,
  maxThumbBytes: 1_000_000,
  maxVideoBytes: 300_000_000,
  videoProcessingMs: seconds(3),
  maxVideosPerDay: 25,
  /**
   * True: `uploadVideo` answers as the schema says. False: it answers without the wrapping object, as the service has
   * done.
   */
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
