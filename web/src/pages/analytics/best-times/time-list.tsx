import { Link } from '@tanstack/react-router'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { Bar } from '#web/charts/bar.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { nameOfHour, nameOfWeekday } from '#web/lib/time.ts'
import { Section } from '#web/ui/section.tsx'
import type { BestTimes } from '../analytics-queries.ts'

interface ListProps {
  readonly profileId: string
  readonly title: string
  readonly times: BestTimes['bestTimes']
  /** The time zone of the hours. */
  readonly zone: string
  readonly isBest?: boolean
}

/** The best or weakest hours. A best one links to a new post at its next occurrence. */
export function TimeList({ profileId, title, times, zone, isBest = false }: ListProps) {
  const { analytics } = useMessages()
  return (
    <Section title={title}>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {times.map(({ day, hour, score }) => (
          <li key={`${day}-${hour}`} className="flex min-h-13 items-center gap-4 px-4 py-2">
            <span className="nums w-24 whitespace-nowrap font-medium">
              {nameOfWeekday(day)} {nameOfHour(hour)}
            </span>
            <span className="min-w-0 flex-1">
              <Bar value={score} of={100} />
            </span>
            <span className="nums w-18 text-end text-ink-3 text-sm">
              {analytics.bestTimes.score(Math.round(score))}
            </span>
            {isBest && (
              <Link
                to="/p/$profileId/compose"
                params={{ profileId }}
                search={{ at: findNextTime(now(), day, hour, zone) }}
                className="inline-flex min-h-9 items-center whitespace-nowrap text-brand text-sm hover:underline"
              >
                {analytics.bestTimes.plan}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
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
