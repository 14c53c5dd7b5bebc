import { hours, minutes } from '../../core/kit/clock.ts'

/** Limits, durations, and what the description leaves open. All of it can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** Origin on this machine that receives what goes to the webhook's https address. Empty: nothing is delivered. */
  deliversTo: '',
  /** True: in groups the bot sees only commands, answers to it, mentions of it, and service messages. */
  privacyMode: true,
  /** The time in which a button may be answered. */
  queryMs: minutes(5),
  /** The time for which updates that nobody takes are kept. */
  updatesMs: hours(24),
  /** The time in which a webhook must answer. */
  answerWithinMs: 10_000,
  maxDownloadBytes: 20 * 1024 * 1024,
  /** True: a server of one's own in local mode, which names the paths of files on its machine and serves none. */
  localMode: false,
  /** The most updates that one call returns. */
  maxUpdates: 100,
  /** False at first, since a bench is faster than the real limits allow. */
  rateLimits: false,
  messagesPerSecond: 30,
  chatMessagesPerSecond: 1,
  groupMessagesPerMinute: 20,
}

/** The values that a rule may have, where its type is not enough. */
export const choices = {
  deliversTo: {
    like: /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)?$/,
    is: 'an origin on this machine, or empty',
  },
}
