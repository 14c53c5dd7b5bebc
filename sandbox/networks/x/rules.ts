import { days, hours, seconds } from '../../core/kit/clock.ts'

/** The network's limits, its lifetimes and its unconfirmed behaviour. All of them can be changed. */
export type Rules = typeof defaultRules

const mebibyte = 1024 * 1024

export const defaultRules = {
  /**
   * The callbacks that the app has registered. When empty, any https address is accepted, and http on a loopback
   * address.
   */
  callbacks: [] as readonly string[],
  codeMs: seconds(30),
  accessTokenMs: hours(2),
  refreshTokenMs: days(183),
  /** The error for an invalid code or refresh token: `invalid_grant`, or `invalid_request` as others have seen. */
  refusedGrant: 'invalid_grant',
  /** Reuse of a refresh token revokes all tokens of its grant. */
  reuseKills: true,

  maxWeight: 280,
  maxPremiumWeight: 25_000,
  /** Refuses the same text again within `duplicateMs`. */
  refusesDuplicates: true,
  duplicateMs: days(1),
  /** Allows mentions: X has relaxed its limit on them, and it is not known for how long. */
  mentionsAllowed: true,
  /** Returns `&`, `<` and `>` in a text as entities. */
  escapesText: true,
  /** Writes null for the keys of files that a post does not have, and for the page that a link to its files leads to. */
  writesNulls: true,
  /** Names the counters as the new API description does: `repost_count`, `post_count`. */
  newNames: false,
  /** The fields that X no longer knows by their old name: it leaves them out, without an error. */
  forgottenFields: [] as readonly string[],
  /** The delay until a new post appears in its author's timeline. */
  timelineLagMs: 0,
  /** The delay until a new post can be replied to. Real posts are seen at once most of the time; threads met this. */
  replyLagMs: seconds(4),

  maxImageBytes: 5 * mebibyte,
  maxGifBytes: 15 * mebibyte,
  maxVideoBytes: 512 * mebibyte,
  maxSegmentBytes: 5 * mebibyte,
  maxVideoMs: 140_000,
  maxPremiumVideoMs: hours(4),
  mediaMs: days(1),
  /** The processing time of a video or an animation. */
  processingMs: 1_500,
  /** Allows a second post to use a file that another post uses. */
  mediaReusable: true,

  /** Enforces rate limits. Off by default, because a bench is faster than the real limits allow. */
  rateLimits: false,
  /** The limit of `POST /2/tweets` for one person in 15 minutes. */
  createLimit: 100,
  /** The limit of `POST /2/tweets` for the whole app in a day. */
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

  /** The number of posts that the app may read in a month. */
  projectCap: 3_000_000,
  /** Writes the numbers of `GET /2/usage/tweets` as strings. */
  usageAsText: true,
}

/** The values that a rule may have, where its type is not enough. */
export const choices = { refusedGrant: ['invalid_grant', 'invalid_request'] }
