import { hours, minutes } from '../../core/kit/clock.ts'

/** Limits, durations, and what the documentation does not specify. All of it can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /**
   * The origin on this machine that receives what is sent to the webhook's https URL. If empty, nothing is delivered.
   */
  deliversTo: '',
  /** True if the bot sees only commands, replies to it, mentions of it, and service messages in groups. */
  privacyMode: true,
  /** The time in which a button press can be answered. */
  queryMs: minutes(5),
  /** Retention of unfetched updates. */
  updatesMs: hours(24),
  /** The time in which a webhook must respond. */
  answerWithinMs: 10_000,
  maxDownloadBytes: 20 * 1024 * 1024,
  /** True for a self-hosted server in local mode, which returns local paths of files and does not serve them. */
  localMode: false,
  /** The maximum number of updates that one call returns. */
  maxUpdates: 100,
  /** Off by default, because a bench is faster than the real limits allow. */
  rateLimits: false,
  messagesPerSecond: 30,
  chatMessagesPerSecond: 1,
  groupMessagesPerMinute: 20,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = {
  deliversTo: {
    like: /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)?$/,
    is: 'an origin on this machine, or empty',
  },
}
