import { days, minutes } from '../../core/kit/clock.ts'
import type { Environment } from './state/records.ts'

/** The network's limits, lifetimes and unconfirmed behavior. All of them can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. If empty, any web URL is accepted. */
  callbacks: [] as readonly string[],
  /** The app's access. With `trial` it may do everything except create pins in production. */
  access: 'standard' as 'standard' | 'trial',
  /** The API environment of this URL. `sandbox` has its own tokens, no analytics and no video pins. */
  environment: 'production' as Environment,
  /** The error number for an app with trial access: 29, or 3 as others have seen. */
  trialCode: 29,
  codeMs: minutes(10),
  accessTokenMs: days(30),
  refreshTokenMs: days(60),
  /** A renewal returns a new refresh token and invalidates the old one. */
  rotates: true,
  /** False for an app from before September 2025, whose tokens can be renewed indefinitely only if it requests this. */
  alwaysContinuous: true,
  /** The status for an invalid code or refresh token. */
  refusedGrant: 400,
  scopeSeparator: ' ',
  /** The error number for an expired token: 1104, or 2 as for any invalid one. */
  expiredCode: 1_104,

  maxImageBytes: 10_000_000,
  minImageWidth: 1,
  minImageHeight: 1,
  /** Allows several images in a pin. A note by the network says that this was withdrawn. */
  carousels: true,
  maxVideoBytes: 1_000_000_000,
  minVideoMs: 4_000,
  maxVideoMs: 900_000,
  /** The processing time of a video. */
  processingMs: 1_500,
  /** The delay until a new board accepts pins. */
  boardReadyMs: 0,
  /** Lists the pins of a board's sections among those of the board, which the API description does not specify. */
  boardListsSections: false,
  /** Lists pins newest first. */
  newestFirst: true,
  /** The delay until a new pin appears in lists. */
  listingLagMs: 0,
  /** The status for a created pin: 201. The API description also mentions 200. */
  createdStatus: 201,
  /** Shows the metrics of pins only to business accounts. */
  metricsForBusinessOnly: true,
  /** The name of the save count in a pin's own metrics. */
  saveName: 'save',
  /** Parts of a link's host that the network treats as spam. */
  spamHosts: ['spam.example', 'bit.ly'] as readonly string[],

  /** Enforces rate limits. Off by default, because a bench is faster than the real limits allow. */
  rateLimits: false,
  /** The number of reads for one person in a minute. */
  readLimit: 1_000,
  writeLimit: 100,
  analyticsLimit: 60,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = {
  access: ['standard', 'trial'],
  environment: ['production', 'sandbox'],
  refusedGrant: [400, 401],
  createdStatus: [200, 201],
  trialCode: [29, 3],
}
