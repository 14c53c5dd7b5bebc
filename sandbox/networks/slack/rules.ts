import { minutes, seconds } from '../../core/kit/clock.ts'

/** Limits, durations, and the app's own URLs. All of it can be changed. */
export type Rules = typeof defaultRules

export const defaultRules = {
  /** The callbacks that the app has registered. An empty list allows any https URL, and http on this machine. */
  callbacks: [] as readonly string[],
  /** The origin of the app's request URLs. If empty, that of the callback of the latest installation. */
  appUrl: '',
  /** The paths of the app's request URLs, as in its manifest. */
  eventsPath: '/v1/agent/chat-b/events',
  commandsPath: '/v1/agent/chat-b/commands',
  interactionsPath: '/v1/agent/chat-b/interactions',
  /** The callback IDs of the app's shortcuts, as in its manifest. */
  globalShortcut: 'new_post',
  messageShortcut: 'post_from_message',

  codeMs: minutes(10),
  /** The time in which a trigger may open a view. */
  triggerMs: seconds(3),
  responseUrlMs: minutes(30),
  responseUrlUses: 5,
  /** The time in which the app must respond to a delivery. */
  answerWithinMs: seconds(3),
  /** The maximum time that a desk waits for the app's response before it shows the page again. */
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
  /** Off by default, because a bench is faster than the real limits allow. */
  rateLimits: false,
  messagesPerSecond: 1,
  callsPerMinute: 50,
}

/** The allowed values of a rule, if its type is not enough. */
export const choices = {
  appUrl: { like: /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)?$/, is: 'an origin on this machine, or empty' },
}
