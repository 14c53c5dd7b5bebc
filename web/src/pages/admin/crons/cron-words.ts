import type { Messages } from '#web/i18n/index.ts'
import { sayRhythm } from '#web/ui/rhythm/rhythm-words.ts'
import type { Config } from './use-crons.ts'

/** Says what a job does. A job that is newer than these words keeps its name. */
export function nameOfCron(name: string, { admin }: Messages): string {
  const names: Readonly<Record<string, string>> = admin.crons.names
  return names[name] ?? name
}

/** "Every day at 04:53 UTC". A schedule without words is shown as it is. */
export const saySchedule = ({ schedule, timezone }: Config, messages: Messages): string => {
  const words = sayRhythm(schedule, schedule, messages)
  return /\d:\d/.test(words) ? `${words} ${timezone}` : words
}
