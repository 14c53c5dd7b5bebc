import { days, minutes, seconds } from '../../core/kit/clock.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. If empty, any https URL is accepted, and http on this machine. */
  callbacks: [] as readonly string[],
  codeMs: minutes(10),
  accessTokenMs: seconds(3_599),
  /** A refresh token expires if it is not used for half a year. */
  refreshTokenMs: days(180),
  /** True while the app's consent screen has the status "Testing": refresh tokens then last a week. */
  testing: false,
  /** Makes each upload private, whatever it requested, as a channel's settings or a policy may. */
  makesPrivate: false,

  maxTitle: 100,
  maxDescriptionBytes: 5_000,
  maxTags: 500,
  maxVideoBytes: 256_000_000_000,
  maxVideoMs: 43_200_000,
  /** The maximum length of videos on a channel whose owner did not confirm a phone number. */
  maxUnverifiedMs: minutes(15),
  maxThumbnailBytes: 50_000_000,
  /** The maximum length of a comment. It is not documented in the API. */
  maxComment: 10_000,
  maxCaptionBytes: 100_000_000,
  /** The size of every chunk except the last is a multiple of this, as is the stored part of a cut chunk. */
  pieceUnitBytes: 262_144,
  maxPieceBytes: 64 * 1_048_576,
  /** The lifetime of an upload. Google's documentation says about a week, without naming YouTube. */
  sessionMs: days(7),
  /** Keeps the complete units of a chunk whose connection broke. */
  keepsCutPieces: true,

  /** The time from the last byte until a video is processed. */
  processingMs: 2_000,
  /**
   * The additional time until `processingDetails` reports success for a Short. Before that, its thumbnail is not
   * applied.
   */
  shortProcessingMs: 0,
  /** The delay until a video is in the list of uploads. It is not documented. */
  listingLagMs: 0,

  /** The number of replies that a thread includes. The others are listed by `comments`. The number is not documented. */
  repliesShown: 5,
  /** True if a reply moves its thread to the top of the list. It is not documented. */
  repliesMoveThreads: false,

  /**
   * Counts the app's quotas, which reset at midnight in California. Off by default, because a bench is faster than they
   * allow.
   */
  quotas: false,
  insertsPerDay: 100,
  unitsPerDay: 10_000,
  /** The number of videos that a channel may upload per day; 0 for no limit. The real number is not published. */
  channelVideosPerDay: 0,
}
