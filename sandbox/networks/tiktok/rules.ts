import { days, hours, minutes } from '../../core/kit/clock.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. If empty, any https URL is accepted, and http on loopback. */
  callbacks: [] as readonly string[],
  codeMs: minutes(10),
  /** Documented since November 2026; before, the lifetimes were a day and a year. */
  accessTokenMs: hours(2),
  refreshTokenMs: days(180),
  /**
   * If true, each renewal returns a new refresh token and invalidates the previous one. Otherwise, the same one is
   * returned.
   */
  rotates: true,
  /** Responds to a rejected grant with status 200 and an error in the body. */
  oauthErrorsIn200: false,
  /** Responds to API errors with status 200. */
  errorsIn200: false,
  /** Encodes the code in the callback twice. */
  codeEncodedTwice: false,
  /** The name of the log ID: `log_id`, or `logid` as some pages write it. */
  logIdName: 'log_id',

  /** Scopes that the app itself does not have, whatever people granted. */
  appLacks: [] as readonly string[],
  /** False for an unaudited app, with all its restrictions. */
  audited: true,
  /** The number of people for whom an unaudited app may post per day. */
  unauditedUsers: 5,
  /** Rejects branded content that only its author can see. Whether the real API does so is unconfirmed. */
  refusesPrivateBranded: true,

  /** URL prefixes and hosts that the app has verified. If empty, any on this machine. */
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

  /** The time until the post: from the last byte, or from the start if the network fetches. */
  processingMs: 1_500,
  /** The time from then until the post is public and its ID is available. */
  moderationMs: 3_000,
  /** The delay until a published post appears in lists. */
  listingLagMs: 0,
  listsPhotos: true,
  /** The number of characters of its texts that a listed post shows. */
  maxShownText: 150,
  /** Writes the post's ID in a webhook as a string, not as a number. */
  webhookIdsAsText: false,

  /** One person's daily posts through an app; 0 for no limit. The real number is undocumented, about 15. */
  dailyPosts: 0,
  /** One person's daily waiting drafts; 0 for no limit. The real number is 5. */
  pendingDrafts: 0,

  /**
   * Enforces the limits below, each per person and minute. Off by default, because a bench is faster than the real
   * limits allow.
   */
  rateLimits: false,
  creatorInfoLimit: 20,
  initLimit: 6,
  statusLimit: 30,
  readLimit: 600,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = { logIdName: ['log_id', 'logid'] }
