import { formatDayAndTime } from './time.ts'

/** Returns the label of a changed field. A run of a recurring rule is labeled by its time. */
export const nameField = (field: string, say: (field: string) => string): string =>
  /^\d{4}-\d\d-\d\dT/.test(field) ? formatDayAndTime(field) : say(field)
