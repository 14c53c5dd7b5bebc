import { days, hours, seconds } from '../../core/clock.ts'
import type { Settings } from '../../core/network.ts'

/** What the network allows, how long things last, and what nobody could confirm: all of it may be set otherwise. */
export type Rules = typeof usualRules

const mebibyte = 1024 * 1024

export const usualRules = {
  /** The callbacks that the app has registered. None: any https address, and http on a loopback address. */
  callbacks: [] as readonly string[],
  codeMs: seconds(30),
  accessTokenMs: hours(2),
  refreshTokenMs: days(183),
  /** What a code or refresh token that is not good is answered with: `invalid_grant`, or `invalid_request` as others saw. */
  refusedGrant: 'invalid_grant',
  /** A refresh token that comes a second time ends all tokens of its grant. */
  reuseKills: true,

  maxWeight: 280,
  maxPremiumWeight: 25_000,
  /** The same text again, within this time, is refused. */
  refusesDuplicates: true,
  duplicateMs: days(1),
  /** The limit on mentions is relaxed, for how long nobody knows. */
  mentionsAllowed: true,
  /** A text comes back with `&`, `<` and `>` as entities. */
  escapesText: true,
  /** Counters by the names of the new description: `repost_count`, `post_count`. */
  newNames: false,
  /** How much later than it is made a post stands in its author's timeline. */
  timelineLagMs: 0,

  maxImageBytes: 5 * mebibyte,
  maxGifBytes: 15 * mebibyte,
  maxVideoBytes: 512 * mebibyte,
  maxSegmentBytes: 5 * mebibyte,
  maxVideoMs: 140_000,
  maxPremiumVideoMs: hours(4),
  mediaMs: days(1),
  /** How long a video or an animation is processed. */
  processingMs: 1_500,
  /** Whether a second post may have the file that another one has. */
  mediaReusable: true,

  /** Off at first, since a bench is faster than the real limits allow. */
  rateLimits: false,
  /** Of `POST /2/tweets`, for 15 minutes and one person. */
  createLimit: 100,
  /** The same for a day and the whole app. */
  createAppDayLimit: 10_000,
  deleteLimit: 50,
  meLimit: 75,
  lookupLimit: 5_000,
  timelineLimit: 900,
  uploadLimit: 500,
  segmentLimit: 1_875,
  statusLimit: 1_000,
  metadataLimit: 500,
  usageLimit: 50,

  /** Posts that the app may read in a month. */
  projectCap: 3_000_000,
  /** `GET /2/usage/tweets` writes its numbers as text. */
  usageAsText: true,
}

export function settingsOf(rules: Rules): Settings {
  return {
    read: () => ({ ...rules }),
    change(patch) {
      for (const [name, value] of Object.entries(patch)) {
        const wrong = wrongWith(name, value)
        if (wrong !== null) return `"${name}" must be ${wrong}.`
      }
      Object.assign(rules, patch)
      return null
    },
  }
}

function wrongWith(name: string, value: unknown): string | null {
  if (name === 'callbacks')
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'a list of addresses'
  if (name === 'refusedGrant')
    return value === 'invalid_grant' || value === 'invalid_request' ? null : 'invalid_grant or invalid_request'
  const usual = name in usualRules ? usualRules[name as keyof Rules] : undefined
  if (usual === undefined) return `one of ${Object.keys(usualRules).join(', ')}`
  if (typeof value !== typeof usual) return `a ${typeof usual}`
  const isCount = typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0)
  return isCount ? null : 'a whole number that is not below 0'
}
