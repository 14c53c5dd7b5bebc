import type { FirstMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatClock, formatDayAndTime, formatTime } from '#web/lib/time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { type Band, minutesOn } from './bands.ts'

/** Names the subject of a band: "LinkedIn". */
const nameSubject = ({ account }: Band, { calendar }: FirstMessages): string =>
  account ? networks[account.network].name : calendar.bands.everything

/** Summarizes a band's effect on a day: "LinkedIn ends 14:00". */
export function nameBand(band: Band, day: Date, messages: FirstMessages): string {
  const { short } = messages.calendar.bands
  if (band.cause === 'clock') return band.shift > 0 ? short.forward : short.back
  const isFirst = dayKey(band.from) === dayKey(day) && band.from > nowDate()
  return short[band.cause](nameSubject(band, messages), isFirst ? formatTime(band.from.toISOString()) : null)
}

/** Describes what happens, when, and to how many posts. */
export function describeBand(band: Band, messages: FirstMessages): string {
  const { bands } = messages.calendar
  const { from, to, posts, requiredPlan, shift } = band
  if (band.cause === 'clock') {
    const { start, end } = minutesOn(band, from)
    const words = shift > 0 ? bands.forward : bands.back
    return words(formatDayAndTime(from.toISOString()), formatMinute(start), formatMinute(end))
  }
  const when = from > nowDate() ? formatDayAndTime(from.toISOString()) : null
  if (band.cause === 'grant') return bands.grant(when, posts)
  if (band.cause === 'quota') return bands.quota(when, to ? formatDayAndTime(to.toISOString()) : '', posts)
  return bands.plan(when, posts, requiredPlan)
}

const formatMinute = (minute: number): string =>
  formatClock([Math.floor(minute / 60) % 24, minute % 60].map((part) => String(part).padStart(2, '0')).join(':'))
