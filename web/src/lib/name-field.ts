import { formatDayAndTime } from './time.ts'

/** Names a field that was changed, as the language says it. A run of a recurring rule is noted by its time. */
export const nameField = (field: string, say: (field: string) => string): string =>
  /^\d{4}-\d\d-\d\dT/.test(field) ? formatDayAndTime(field) : say(field)
