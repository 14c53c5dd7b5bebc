import { minutes, seconds } from '../../core/kit/clock.ts'

/** Limits, durations, and the app's own addresses. All of it can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. An empty list allows any https address, and http on this machine. */
  callbacks: [] as readonly string[],
  /** The origin of the app, to which its request URLs belong. Empty: that of the callback of the latest installation. */
  appUrl: '',
  /** The paths of the app's request URLs, as its manifest names them. */
  eventsPath: '/v1/agent/chat-b/events',
  commandsPath: '/v1/agent/chat-b/commands',
  interactionsPath: '/v1/agent/chat-b/interactions',
  /** The callback ids of the app's shortcuts, as its manifest names them. */
  globalShortcut: 'new_post',
  messageShortcut: 'post_from_message',

  codeMs: minutes(10),
  /** The time in which a trigger may open a view. */
  triggerMs: seconds(3),
  responseUrlMs: minutes(30),
  responseUrlUses: 5,
  /** The time in which the app must answer a delivery. */
  answerWithinMs: seconds(3),
  /** The longest wait of a desk for the app's answer, before it shows the page again. */
  deskWaitMs: seconds(2),
  /** True if the app is installed for a whole organization. */
  enterprise: false,
  /** True if the app rotates its tokens, which then expire after twelve hours. */
  rotates: false,
  /**
   * True if files arrive like those of another organization in a shared channel: a delivery has only their ID, and
   * `files.info` has the rest.
   */
  filesByInfo: false,
  /** True if `files.info` finds files. */
  filesFound: true,
  /** True if people can write to the app, and the app to people. */
  messagesTab: true,
  /** False at first, since a bench is faster than the real limits allow. */
  rateLimits: false,
  messagesPerSecond: 1,
  callsPerMinute: 50,
}

/** The values that a rule may have, where its type is not enough. */
export const choices = {
  appUrl: { like: /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)?$/, is: 'an origin on this machine, or empty' },
}
