import { days, hours } from '../../core/kit/clock.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. If empty, any https URL is accepted, and http on this machine. */
  callbacks: [] as readonly string[],
  codeMs: hours(1),
  shortTokenMs: hours(1),
  longTokenMs: 5_184_000_000,
  /** The minimum age at which a token can be renewed. */
  refreshAfterMs: days(1),
  /** If true, the response has the token in a list, and its permissions as one text. Sources document both forms. */
  tokensInData: false,
  /** False for an app that was not reviewed, which only its testers can authorize. */
  reviewed: true,
  /** If true, callbacks name the professional account instead of the app's own ID. */
  callbacksNameAccount: false,
  /** If true, calls with a Facebook token but no proof of the app's secret are rejected. */
  requiresProof: false,

  maxCaption: 2_200,
  /** Counts UTF-16 code units instead of code points. */
  countsCodeUnits: false,
  maxHashtags: 30,
  maxMentions: 20,
  maxAlt: 1_000,
  /**
   * The previous API, which ended years ago, accepted 300 characters, 4 hashtags and 1 link. The current limits are
   * undocumented.
   */
  maxComment: 2_200,
  /** The fields of comments that the app may not read. Requesting one fails the entire call. */
  closedCommentFields: [] as readonly string[],
  /** Returns comments ranked (here: oldest first). The network does not document an order. */
  ranksComments: false,
  /** If true, `/me` returns a list of one account, as in Meta's guide. Real programs read a flat object. */
  listsMe: false,
  maxTags: 20,
  maxCollaborators: 3,
  minItems: 2,
  maxItems: 10,
  /** The network documents only JPEG, and has accepted PNG at times. */
  imageTypes: ['image/jpeg'] as readonly string[],
  maxImageBytes: 8_000_000,
  maxReelBytes: 300_000_000,
  maxStoryBytes: 100_000_000,
  maxVideoWidth: 1_920,

  /** Rejects an unusable image immediately. If false, its container fails later. */
  fetchesImagesAtOnce: true,
  /** The time from creating a container until it can be published. */
  imageProcessingMs: 0,
  videoProcessingMs: 1_500,
  carouselProcessingMs: 0,
  containerMs: days(1),
  /** The subcode for publishing an expired container. Sources document both. */
  expiredSubcode: 2_207_020,
  /** The delay until a new container or post can be found by its ID. */
  propagationMs: 0,
  /** The delay until a published post appears in lists. */
  listingLagMs: 0,
  /** If true, publishing a container again returns the first post. Otherwise, it is rejected. */
  republishes: false,

  /** Limits for each account in a rolling 24 hours. The guide says 100 posts; the network's responses say 50. */
  postsPerDay: 50,
  containersPerDay: 400,
  /** The app's daily calls for one account; 0 for no limit. */
  callsPerDay: 0,
  pageSizeMax: 100,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = { expiredSubcode: [2_207_008, 2_207_020] }
