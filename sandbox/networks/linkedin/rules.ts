import { days, minutes } from '../../core/kit/clock.ts'

/** Limits, durations, and unconfirmed behavior. All of it can be changed. */
export type Rules = typeof defaultRules

const mebibyte = 1024 * 1024

export const defaultRules = {
  /** The callbacks that the app has registered. An empty list allows any https URL, and http on this machine. */
  callbacks: [] as readonly string[],
  /** The app's products: `openid`, `share`, `community`. An app for pages has only `community` at first. */
  products: ['community'] as readonly string[],
  /** True if scopes of products that the app does not have are omitted from the response instead of rejected. */
  omitsScopes: false,
  /** True if the app belongs to a partner. Only partners get refresh tokens. */
  partner: false,
  codeMs: minutes(30),
  accessTokenMs: days(60),
  /** Counted from the consent: a refresh does not extend it. */
  refreshTokenMs: days(365),
  scopeSeparator: ',',
  /** The error for an invalid code or refresh token: `invalid_request` or `invalid_grant`. */
  refusedGrant: 'invalid_request',
  /** True if tokens can be revoked at an endpoint. */
  revokes: true,

  /** Fixed, not derived from the clock: the sandbox must keep working for longer than a version is supported. */
  oldestVersion: '202512',
  newestVersion: '202609',
  /** True if calls without `X-Restli-Protocol-Version: 2.0.0` are rejected. Otherwise they use protocol 1. */
  demandsProtocol: true,
  /** The name of the weaker role that may post: `CONTENT_ADMINISTRATOR` or `CONTENT_ADMIN`. */
  contentRole: 'CONTENT_ADMINISTRATOR',
  /** The field that names the organization of a role: `organization` or `organizationTarget`. */
  targetField: 'organization',

  maxText: 3_000,
  /** True if the length of a text includes its backslashes. Otherwise it is the length of the visible text. */
  countsEscapes: false,
  countsUtf16: true,
  /** True if hashtags are returned as templates, however they were written. */
  hashtagsAsTemplates: false,
  /** Within this time, a repeat of the same post is rejected with the URN of the first one. */
  duplicateMs: minutes(10),
  duplicateStatus: 422,
  /** True if the error for a duplicate names a post that does not exist. */
  duplicateNamesNothing: false,
  /** The comparison for duplicates: `content` (the text and its attachment) or `text`. */
  duplicateBy: 'content',
  /** The delay until a post is in the lists. */
  listingLagMs: 0,
  /** The delay until the comments of a post can be used. */
  activityLagMs: 0,
  /** True if a post accepts a file that is still being processed, and is removed if that fails. */
  acceptsProcessing: false,
  maxComment: 1_250,

  maxImageBytes: 5 * mebibyte,
  maxImagePixels: 36_152_320,
  maxFrames: 250,
  minVideoBytes: 75_000,
  maxVideoBytes: 500 * mebibyte,
  minVideoMs: 3_000,
  maxVideoMs: minutes(30),
  partBytes: 4_194_304,
  /** True if the token of an upload is empty. */
  emptyUploadToken: false,
  maxDocumentBytes: 100 * mebibyte,
  maxDocumentPages: 300,
  uploadUrlMs: days(1),
  videoUrlMs: days(30),
  imageProcessingMs: 0,
  videoProcessingMs: 1_500,
  documentProcessingMs: 1_000,

  /**
   * Off by default, because a bench is faster than the real limits allow. Each limit is per UTC day and kind of call.
   */
  rateLimits: false,
  memberDayLimit: 150,
  appDayLimit: 100_000,
  /** `development` adds limits of 500 calls of the app and 100 of each member, over all kinds of call. */
  tier: 'standard',
}

const version = { like: /^\d{6}$/, is: 'a year and a month such as 202609' }

/** The allowed values of a rule, if its type is not enough. */
export const choices = {
  products: ['openid', 'share', 'community'],
  refusedGrant: ['invalid_request', 'invalid_grant'],
  oldestVersion: version,
  newestVersion: version,
  contentRole: ['CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN'],
  targetField: ['organization', 'organizationTarget'],
  duplicateBy: ['content', 'text'],
  duplicateStatus: [422, 400],
  scopeSeparator: [',', ' '],
  tier: ['standard', 'development'],
}
