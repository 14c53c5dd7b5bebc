/** "America/New York". Empty for an unknown zone. */
export const formatZone = (zone: string | null | undefined): string => zone?.replaceAll('_', ' ') ?? ''

/** The time zones that the browser knows, and the current one, which may have an older name. */
export function timeZones(current: string | null): Readonly<Record<string, string>> {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(current === null ? [] : [current])])
  return Object.fromEntries([...names].map((name) => [name, formatZone(name)]))
}
