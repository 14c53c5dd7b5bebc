/** "America/New York". An empty text for a zone that is not known. */
export const nameWholeZone = (zone: string | null | undefined): string => zone?.replaceAll('_', ' ') ?? ''

/** The time zones that the browser knows, and the one that is set, which may have an older name. */
export function timeZones(current: string | null): Readonly<Record<string, string>> {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(current === null ? [] : [current])])
  return Object.fromEntries([...names].map((name) => [name, nameWholeZone(name)]))
}
