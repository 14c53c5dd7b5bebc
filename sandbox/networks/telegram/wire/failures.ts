import { Refused } from '../../../core/http/request.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Failures } from '../../../core/network.ts'
import type { Platform } from '../state/platform.ts'
import type { Chat } from '../state/records.ts'
import { failure, tooMany } from './answers.ts'

export const failures: Failures = {
  serverError: () => failure(502, 'Bad Gateway'),
  rateLimited: (retryAfterMs) => tooMany(Math.ceil((retryAfterMs ?? 5_000) / 1_000)),
  expiredToken: () => failure(401, 'Unauthorized'),
  revokedToken: () => failure(401, 'Unauthorized'),
  rejected: () => failure(400, 'Bad Request: message text is empty'),
  noSuchCall: () => failure(404, 'Not Found'),
  badBody: (reason) =>
    reason === 'too_large'
      ? failure(413, 'Request Entity Too Large')
      : failure(400, "Bad Request: can't parse the request"),
}

/** Counts the bot's messages: over all chats, in one chat, and in one group. */
export function createThrottle({ world, rules }: Platform) {
  const windows = createWindows(world.clock, { isOn: () => rules.rateLimits })
  const count = (name: string, lengthMs: number, most: number, n: number) => {
    const window = windows(name, lengthMs)
    window.count += n
    if (rules.rateLimits && window.count > most)
      throw new Refused(tooMany(Math.max(1, Math.ceil((window.endsAtMs - world.clock.ms()) / 1_000))))
  }
  return ({ id, person }: Chat, messages = 1): void => {
    count('all', 1_000, rules.messagesPerSecond, messages)
    count(`chat/${id}`, 1_000, Math.max(rules.chatMessagesPerSecond, messages), messages)
    if (person === null) count(`group/${id}`, 60_000, rules.groupMessagesPerMinute, messages)
  }
}
