import { Link } from '@tanstack/react-router'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { nameOfHour, nameOfWeekday } from '#web/lib/time.ts'
import { smallButtonStyle } from '#web/ui/button.tsx'
import type { BestTimes } from '../analytics-queries.ts'
import { listBestHours } from './rated-hours.ts'

/** The best hours, each with a link to a new post at its next occurrence. */
export function BestHours({ profileId, times }: { readonly profileId: string; readonly times: BestTimes }) {
  const { analytics } = useMessages()
  const { mayWrite } = useRights()
  const words = analytics.bestTimes
  return (
    <ol aria-label={words.best} className="grid gap-4 md:grid-cols-3">
      {listBestHours(times).map(({ day, hour, score, posts }) => (
        <li
          key={`${day}-${hour}`}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-lg bg-surface px-4 py-3.5 shadow-1 ring-1 ring-line"
        >
          <span className="min-w-0">
            <span className="nums block font-title text-xl tracking-title">
              {nameOfWeekday(day, 'long')} {nameOfHour(hour)}
            </span>
            <span className="nums block text-ink-2 text-sm">{words.rated(score, posts)}</span>
          </span>
          {mayWrite && (
            <Link
              to="/p/$profileId/compose"
              params={{ profileId }}
              search={{ at: findNextTime(now(), day, hour, times.timezone) }}
              className={smallButtonStyle('plain')}
            >
              {words.plan}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}

const dayMs = 86_400_000

/** Finds the next occurrence, from tomorrow on, of a weekday and hour in a zone. Sunday is 0. */
function findNextTime(now: number, weekday: number, hour: number, zone: string): string {
  const today = Date.parse(`${toWall(now, zone).slice(0, 10)}T00:00Z`)
  const daysAhead = ((weekday - new Date(today).getUTCDay() + 6) % 7) + 1
  const date = new Date(today + daysAhead * dayMs).toISOString().slice(0, 10)
  return fromWall(`${date}T${String(hour).padStart(2, '0')}:00`, zone).at
}
