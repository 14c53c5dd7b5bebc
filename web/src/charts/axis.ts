import { formatDate, formatDayAndTime } from '#web/lib/time.ts'
import { pickEvenly } from './scale.ts'

/** The horizontal axis of a chart. A share of 0 is its start, 1 its end. */
interface Axis {
  readonly shareOf: (at: number) => number
  /** The position that is nearest to a share. */
  readonly nearest: (share: number) => number
  /** At most this many labels, evenly spaced. */
  readonly ticks: (most: number) => readonly { readonly share: number; readonly label: string }[]
}

/** Creates an axis of evenly spaced positions, or of the times at which something was measured. */
export function makeAxis(labels: readonly string[], times: readonly number[] | undefined): Axis {
  const [start, end] = [times?.[0], times?.at(-1)]
  if (!times || start === undefined || end === undefined || end <= start) return evenAxis(labels)
  const shareOf = (at: number) => ((times[at] ?? end) - start) / (end - start)
  return {
    shareOf,
    nearest: (share) =>
      times.reduce((best, _, at) => (Math.abs(shareOf(at) - share) < Math.abs(shareOf(best) - share) ? at : best), 0),
    ticks: (most) => timeTicks(start, end, most),
  }
}

const evenAxis = (labels: readonly string[]): Axis => {
  const last = Math.max(1, labels.length - 1)
  const shareOf = (at: number) => (labels.length < 2 ? 0.5 : at / last)
  return {
    shareOf,
    nearest: (share) => Math.round(share * (labels.length - 1)),
    ticks: (most) => pickEvenly(labels, most).map((at) => ({ share: shareOf(at), label: labels[at] ?? '' })),
  }
}

const dayMs = 86_400_000
/** Labels with an hour are about twice as long as those of a day. */
const hourLabelFactor = 2
const maxTicks = 8

/** Labels the days of a time span, or its hours if it is short. Each label appears once. */
function timeTicks(start: number, end: number, most: number) {
  const isShort = end - start < 3 * dayMs
  const count = Math.max(2, Math.min(maxTicks, Math.floor(isShort ? most / hourLabelFactor : most)))
  const say = isShort ? formatDayAndTime : formatDate
  return Array.from({ length: count }, (_, nth) => {
    const share = nth / (count - 1)
    return { share, label: say(new Date(start + share * (end - start)).toISOString()) }
  }).filter(({ label }, at, all) => label !== all[at - 1]?.label)
}
