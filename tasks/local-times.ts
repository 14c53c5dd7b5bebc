const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/

/** True if a result contains a time of the API, which is in UTC. */
export const hasTimes = (value: unknown): boolean =>
  typeof value === 'string'
    ? utc.test(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasTimes)

/**
 * Writes the times of a result as local times with their offset: `2026-12-01T09:00:00+01:00`. An object with a
 * `timezone` has its times there, one with a `profileId` in the zone of that profile, and any other in that of the
 * object around it.
 */
export function withLocalTimes<Value>(value: Value, zoneOf: (profileId: string | null) => string): Value {
  const write = (part: unknown, zone: string): unknown => {
    if (typeof part === 'string') return utc.test(part) ? toLocalTime(part, zone) : part
    if (Array.isArray(part)) return part.map((one) => write(one, zone))
    if (typeof part !== 'object' || part === null) return part
    const { timezone, profileId } = part as { readonly timezone?: unknown; readonly profileId?: unknown }
    const own = typeof timezone === 'string' ? timezone : typeof profileId === 'string' ? zoneOf(profileId) : zone
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, write(one, own)]))
  }
  return write(value, zoneOf(null)) as Value
}

/** Converts a time to the wall-clock time in a zone, with the offset from UTC at that time. */
function toLocalTime(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZoneName: 'longOffset', timeZone },
  }).formatToParts(new Date(at))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  const offset = part('timeZoneName').replace('GMT', '') || '+00:00'
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}${offset}`
}
