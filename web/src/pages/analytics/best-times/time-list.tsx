import { Link } from '@tanstack/react-router'
import { Bar } from '#web/charts/bar.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { nameOfHour, nameOfWeekday } from '#web/lib/time.ts'
import { Section } from '#web/ui/section.tsx'
import type { BestTimes } from '../analytics-queries.ts'
import { findNextTime } from './find-next-time.ts'

interface ListProps {
  readonly profileId: string
  readonly title: string
  readonly times: BestTimes['bestTimes']
  /** The time zone in which the hours are counted. */
  readonly zone: string
  readonly isBest?: boolean
}

/** The best or the weakest hours. A best one leads to a new post at the next such hour. */
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
