/** Formatters are made once for each zone: a new one costs as much as a thousand uses. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept) return kept
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

export const readersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats an instant as the clocks of a zone show it, as `<input type="datetime-local">` wants it. */
export function toWall(iso: string | number | Date, zone: string): string {
  const parts = Object.fromEntries(
    formatterOf(zone)
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

const dayMs = 86_400_000
const asUtc = (wall: string): number => Date.parse(`${wall.slice(0, 16)}Z`)
const offsetMs = (at: number, zone: string): number => asUtc(toWall(at, zone)) - Math.floor(at / 60_000) * 60_000

export interface Instant {
  readonly at: string
  /** `skipped`: clocks go forward over this time, and it is moved as far. `twice`: clocks go back over it. */
  readonly kind: 'once' | 'skipped' | 'twice'
  /** The second of two instants that clocks show alike. */
  readonly later: string | null
}

/** Finds the instant at which the clocks of a zone show a time. */
export function fromWall(wall: string, zone: string): Instant {
  const shown = asUtc(wall)
  const offsets = [offsetMs(shown - dayMs, zone), offsetMs(shown + dayMs, zone)]
  const [first = shown, second] = [...new Set(offsets.map((offset) => shown - offset))]
    .filter((at) => toWall(at, zone) === wall.slice(0, 16))
    .sort((a, b) => a - b)
  if (offsets.every((offset) => toWall(shown - offset, zone) !== wall.slice(0, 16)))
    return { at: new Date(shown - (offsets[0] ?? 0)).toISOString(), kind: 'skipped', later: null }
  if (second !== undefined)
    return { at: new Date(first).toISOString(), kind: 'twice', later: new Date(second).toISOString() }
  return { at: new Date(first).toISOString(), kind: 'once', later: null }
}

/** Names a zone for people: "Berlin". */
export const nameZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
