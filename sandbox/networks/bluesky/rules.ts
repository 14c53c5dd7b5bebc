import { days, hours, minutes, seconds } from '../../core/kit/clock.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** False, as on a self-hosted server: a bench sends more than the real network allows. */
  rateLimits: false,
  /**
   * Also rejects mistakes that the real server accepts and clients then silently drop, such as a facet outside the text
   * or a reply to a post that does not exist. Otherwise such a mistake would go unnoticed.
   */
  strict: true,
  accessTokenMs: hours(2),
  refreshTokenMs: days(90),
  /** Grace period in which a used refresh token remains valid. */
  refreshGraceMs: hours(2),
  /** The lifetimes of a consent's tokens. A refresh token works once, without a grace period. */
  oauthAccessTokenMs: hours(1),
  oauthRefreshTokenMs: days(14),
  /** Lifetime of a nonce. The previous nonce stays valid for the same time again. */
  dpopNonceMs: minutes(1),
  /** A URL on this machine that replaces the URLs of OAuth clients, whose documents are read from it. */
  clientsAt: '',
  /** Lifetime of a blob that no record refers to. */
  unusedBlobMs: hours(1),
  maxBlobBytes: 50 * 1024 * 1024,
  maxImageBytes: 2_000_000,
  maxThumbBytes: 1_000_000,
  maxVideoBytes: 300_000_000,
  videoProcessingMs: seconds(3),
  maxVideosPerDay: 25,
  /**
   * True if `uploadVideo` responds as in the schema. Otherwise it omits the wrapping object, as the real service has
   * done.
   */
  wrapsUploadedVideo: false,
}
