import { days, hours, minutes } from '../../core/clock.ts'
import type { Settings } from '../../core/network.ts'

/** The network's limits, its lifetimes and its unconfirmed behavior. All of them can be changed. */
export type Rules = typeof usualRules

export const usualRules = {
  /**
   * The callbacks that the app has registered. When empty, any https address is accepted, and http on a loopback
   * address.
   */
  callbacks: [] as readonly string[],
  codeMs: minutes(10),
  /** As described since November 2026; before it was a day and a year. */
  accessTokenMs: hours(2),
  refreshTokenMs: days(180),
  /** Each renewal gives another refresh token and ends the earlier one; false: the same one is given again. */
  rotates: true,
  /** A refused grant is told with status 200, and only the body says it. */
  oauthErrorsIn200: false,
  /** The same of the calls of the API. */
  errorsIn200: false,
  /** What a code is written as in the callback: once more than any value in an address is. */
  codeEncodedTwice: false,
  /** `log_id`, or `logid` as it is written here and there. */
  logIdName: 'log_id',

  /** Scopes that the app itself was never given, whatever people granted. */
  appLacks: [] as readonly string[],
  /** False: an app that was not audited, with all that it may not do. */
  audited: true,
  /** Of people for whom an app that was not audited may post in a day. */
  unauditedUsers: 5,
  /** Content that somebody pays for cannot be for its author alone: whether the API says so itself. */
  refusesPrivateBranded: true,

  /** Beginnings of addresses that the app has proved to be its own. None: any on this machine. */
  verifiedUrls: [] as readonly string[],

  maxTitle: 2_200,
  maxPhotoTitle: 90,
  maxPhotoText: 4_000,
  maxPhotos: 35,
  maxPhotoBytes: 20_000_000,
  maxVideoBytes: 4 * 1024 ** 3,
  minChunkBytes: 5_000_000,
  maxChunkBytes: 64_000_000,
  maxLastChunkBytes: 128_000_000,
  minVideoMs: 3_000,
  uploadMs: hours(1),

  /** From the last byte, or from the beginning where the network fetches, to the post. */
  processingMs: 1_500,
  /** From then until anybody may see it, and its id is told. */
  moderationMs: 3_000,
  /** Of what is published so much later it is in lists. */
  listingLagMs: 0,
  listsPhotos: true,
  /** In a webhook the id of a post stands as text and not as a number. */
  webhookIdsAsText: false,

  /** Posts of one person through an app in a day; 0: no end. The real number is not told: about 15. */
  dailyPosts: 0,
  /** Drafts that wait for one person in a day; 0: no end. The real number is 5. */
  pendingDrafts: 0,

  /** Off at first, since a bench is faster than the real limits allow. All are of a minute and one person. */
  rateLimits: false,
  creatorInfoLimit: 20,
  initLimit: 6,
  statusLimit: 30,
  readLimit: 600,
}

const lists = ['callbacks', 'verifiedUrls', 'appLacks']

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
  if (lists.includes(name))
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? null : 'a list of texts'
  if (name === 'logIdName') return value === 'log_id' || value === 'logid' ? null : 'log_id or logid'
  const usual = name in usualRules ? usualRules[name as keyof Rules] : undefined
  if (usual === undefined) return `one of ${Object.keys(usualRules).join(', ')}`
  if (typeof value !== typeof usual) return `a ${typeof usual}`
  const isCount = typeof value !== 'number' || (Number.isSafeInteger(value) && value >= 0)
  return isCount ? null : 'a whole number that is not below 0'
}
