import { days, hours, seconds } from '../../core/kit/clock.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

const mebibyte = 1024 * 1024

export const defaultRules = {
  /** The callbacks that the app has registered. If empty, any https URL is accepted, and http on loopback. */
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
  /** Rejects the same text again within `duplicateMs`. */
  refusesDuplicates: true,
  duplicateMs: days(1),
  /** Allows mentions: X has relaxed its limit on them, for an unknown time. */
  mentionsAllowed: true,
  /** Returns `&`, `<` and `>` in a text as entities. */
  escapesText: true,
  /** Writes null for the keys of missing files, and for the target page of a link to files. */
  writesNulls: true,
  /** Uses the counter names of the new API description: `repost_count`, `post_count`. */
  newNames: false,
  /** The fields whose old name X no longer knows: it omits them, without an error. */
  forgottenFields: [] as readonly string[],
  /** The delay until a new post appears in its author's timeline. */
  timelineLagMs: 0,
  /**
   * The delay until a new post can be replied to. Most real posts can be replied to immediately, but threads have hit
   * this.
   */
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
  /** One person's limit of `POST /2/tweets` in 15 minutes. */
  createLimit: 100,
  /** The daily limit of `POST /2/tweets` for the whole app. */
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

  /** The number of posts that the app may read per month. */
  projectCap: 3_000_000,
  /** Writes the numbers of `GET /2/usage/tweets` as strings. */
  usageAsText: true,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = { refusedGrant: ['invalid_grant', 'invalid_request'] }
