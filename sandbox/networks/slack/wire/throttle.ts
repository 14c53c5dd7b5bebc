import { type Answer, Refused } from '../../../core/http/request.ts'
import { createWindows } from '../../../core/limits/windows.ts'
import type { Platform } from '../state/platform.ts'
import type { Workspace } from '../state/records.ts'
import { tooMany } from './answers.ts'

const minuteMs = 60_000

/** Counts the calls of a method in a workspace, and the messages in a channel. */
export function createThrottle({ world, rules }: Platform) {
  const windows = createWindows(world.clock, { isOn: () => rules.rateLimits })
  function count(name: string, lengthMs: number, most: number): void {
    const window = windows(name, lengthMs)
    window.count += 1
    if (rules.rateLimits && window.count > most)
      refuse(tooMany(Math.ceil((window.endsAtMs - world.clock.ms()) / 1_000)))
  }
  return {
    countCall: ({ id }: Workspace, method: string) => count(`${id}/${method}`, minuteMs, rules.callsPerMinute),
    countMessage: (channel: string) => count(`message/${channel}`, 1_000, rules.messagesPerSecond),
  }
}

function refuse(answer: Answer): never {
  throw new Refused(answer)
}
