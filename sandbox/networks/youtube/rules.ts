import { days, minutes, seconds } from '../../core/kit/clock.ts'

/** The network's limits, its lifetimes and its unconfirmed behaviour. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /**
   * The callbacks that the app has registered. When empty, any https address is accepted, and http on this machine.
   */
  callbacks: [] as readonly string[],
  codeMs: minutes(10),
  accessTokenMs: seconds(3_599),
  /** A refresh token ends when it is not used for half a year. */
  refreshTokenMs: days(180),
  /** True while the consent screen of the app has the status "Testing": refresh tokens then last a week. */
  testing: false,
  /** Makes each upload private, whatever it asked for, as a channel's settings or a policy may. */
  makesPrivate: false,

  maxTitle: 100,
  maxDescriptionBytes: 5_000,
  maxTags: 500,
  maxVideoBytes: 256_000_000_000,
  maxVideoMs: 43_200_000,
  /** The length of videos on a channel whose owner did not confirm a phone number. */
  maxUnverifiedMs: minutes(15),
  maxThumbnailBytes: 50_000_000,
  maxCaptionBytes: 100_000_000,
  /** Pieces before the last one have a multiple of this size. What is kept of a cut piece is a multiple, too. */
  pieceUnitBytes: 262_144,
  maxPieceBytes: 64 * 1_048_576,
  /** The lifetime of an upload. Google's documentation says about a week, without naming YouTube. */
  sessionMs: days(7),
  /** Keeps the whole units of a piece whose connection broke. */
  keepsCutPieces: true,

  /** The time from the last byte until a video is processed. */
  processingMs: 2_000,
  /** The further time until `processingDetails` says that a Short succeeded. Before that, its thumbnail is not applied. */
  shortProcessingMs: 0,
  /** The delay until a video is in the list of uploads. Not documented. */
  listingLagMs: 0,

  /** Counts the quotas of the app, which end at midnight in California. Off, since a bench is faster than they allow. */
  quotas: false,
  insertsPerDay: 100,
  unitsPerDay: 10_000,
  /** The number of videos that a channel may upload in a day; 0 for no limit. The real number is not published. */
  channelVideosPerDay: 0,
}
