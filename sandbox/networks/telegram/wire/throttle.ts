import { Refused } from '../../../core/http/request.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Platform } from '../state/platform.ts'
import type { Chat } from '../state/records.ts'
import { tooMany } from './answers.ts'

/** Counts what the bot sends: over all chats, in one chat, and in one group. */
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
