import { days, hours } from '../../core/kit/clock.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. If empty, any https URL is accepted, and http on loopback. */
  callbacks: [] as readonly string[],
  codeMs: hours(1),
  shortTokenMs: hours(1),
  longTokenMs: 5_183_944_000,
  /** The minimum age at which a token can be renewed. */
  refreshAfterMs: days(1),
  permissionMs: days(90),
  /** Renews tokens of private accounts. The network did not do so at first. */
  refreshesPrivate: true,
  /** False for an app that was not reviewed, which only its testers can authorize. */
  reviewed: true,
  /** Makes the `#_` that follows the code in the callback part of its value. */
  codeEndsInSign: false,
  /** The error code for a missing scope: 10 or 200. Sources document both. */
  permissionCode: 10,
  /** The error code for reading an object that does not exist: 100 or 24. */
  missingCode: 100,
  /** The error code for a person who may not publish. */
  restrictedCode: 10,
  spamCode: 4,

  maxText: 500,
  /** Counts an emoji by its bytes. */
  countsEmojiBytes: true,
  maxLinks: 5,
  maxAlt: 1_000,
  maxAttachedText: 10_000,
  minItems: 2,
  maxItems: 20,
  maxImageBytes: 8_000_000,
  maxVideoBytes: 1_000_000_000,
  maxVideoMs: 300_000,
  maxVideoWidth: 1_920,
  /** The maximum bit rate, in bits per second. The real limit was once 100,000,000. */
  maxBitRate: 25_000_000,
  /** Rejects a video whose index is at the end. */
  indexFirst: false,
  /** Ignores some optional parameters of a JSON body. */
  jsonDropsOptional: true,
  /** Rejects an unfetchable image immediately. If false, its container fails later. */
  fetchesImagesAtOnce: true,

  /** The time from creating a container until it can be published. */
  textProcessingMs: 0,
  imageProcessingMs: 0,
  videoProcessingMs: 1_500,
  carouselProcessingMs: 0,
  containerMs: days(1),
  /** The delay until a new container or post can be found to publish it or reply to it. */
  propagationMs: 0,
  /** The delay until a published post appears in lists. */
  listingLagMs: 0,
  /** Returns replies oldest first, whatever order is requested. */
  ranksReplies: false,
  /** If true, publishing a container again returns the first post. Otherwise, it is rejected. */
  republishes: false,
  /** Accepts a time range for the number of followers and ignores it. */
  ignoresRangeOfFollowers: true,

  /**
   * Enforces the daily limits. They are reported in any case, and off by default because a bench is faster than they
   * allow.
   */
  quotas: false,
  postsPerDay: 250,
  repliesPerDay: 1_000,
  deletesPerDay: 100,
  searchesPerDay: 500,
  /**
   * The app's daily calls for one person; 0 for no limit. The real limit is 4,800 for each impression, and at least
   * 48,000.
   */
  callsPerDay: 0,
  pageSizeMax: 100,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = { permissionCode: [10, 200], missingCode: [24, 100] }
