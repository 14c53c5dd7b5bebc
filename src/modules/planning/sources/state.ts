/** The reasons why a calendar could not be read. */
export const sourceProblems = [
  'address_not_allowed',
  'unreachable',
  'refused',
  'too_large',
  'too_many_redirects',
  'not_a_calendar',
  'too_many_events',
] as const
export type SourceProblem = (typeof sourceProblems)[number]

/** Returns the URL that is called for one that a person pasted, or null. Calendar apps write `webcal://` for `https://`. */
export function toCalendarUrl(text: string): string | null {
  const url = URL.parse(text.trim().replace(/^webcals?:\/\//i, 'https://'))
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url.href
}
