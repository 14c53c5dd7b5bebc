import { days, hours } from '../../core/kit/clock.ts'

/** The network's limits, its lifetimes and its unconfirmed behaviour. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. When empty, any https address is accepted, and http on this machine. */
  callbacks: [] as readonly string[],
  codeMs: hours(1),
  shortTokenMs: hours(1),
  longTokenMs: 5_184_000_000,
  /** The least age at which a token can be renewed. */
  refreshAfterMs: days(1),
  /** The answer with a token has it in a list, and its permissions as one text. Sources name both forms. */
  tokensInData: false,
  /** False for an app that was not reviewed, which only its testers can authorize. */
  reviewed: true,
  /** Names the professional account in callbacks, in place of the id that belongs to the app. */
  callbacksNameAccount: false,
  /** Refuses calls with a token of Facebook that carry no proof of the app's secret. */
  requiresProof: false,

  maxCaption: 2_200,
  /** Counts UTF-16 code units in place of code points. */
  countsCodeUnits: false,
  maxHashtags: 30,
  maxMentions: 20,
  maxAlt: 1_000,
  /**
   * The previous API, which ended years ago, accepted 300 characters, 4 hashtags and 1 link. The current limits are
   * undocumented.
   */
  maxComment: 2_200,
  /** Answers `/me` as a list of one account, as Meta's guide shows it; programs in use read a flat object. */
  listsMe: false,
  maxTags: 20,
  maxCollaborators: 3,
  minItems: 2,
  maxItems: 10,
  /** The network documents JPEG only, and has accepted PNG at times. */
  imageTypes: ['image/jpeg'] as readonly string[],
  maxImageBytes: 8_000_000,
  maxReelBytes: 300_000_000,
  maxStoryBytes: 100_000_000,
  maxVideoWidth: 1_920,

  /** Immediately refuses a picture that cannot be used. When false, its container fails later. */
  fetchesImagesAtOnce: true,
  /** The time from creating a container until it can be published. */
  imageProcessingMs: 0,
  videoProcessingMs: 1_500,
  carouselProcessingMs: 0,
  containerMs: days(1),
  /** The subcode for publishing an expired container. Sources name both. */
  expiredSubcode: 2_207_020,
  /** The delay until a new container or post can be found by its id. */
  propagationMs: 0,
  /** The delay until a published post appears in lists. */
  listingLagMs: 0,
  /** Publishing a container again returns the first post. When false, it is refused. */
  republishes: false,

  /** Limits of each account in a moving 24 hours. The guide names 100 posts; the network's answers say 50. */
  postsPerDay: 50,
  containersPerDay: 400,
  /** The calls of the app for one account in a day; 0 for no limit. */
  callsPerDay: 0,
  pageSizeMax: 100,
}

/** The values that a rule may have, where its type is not enough. */
export const choices = { expiredSubcode: [2_207_008, 2_207_020] }
