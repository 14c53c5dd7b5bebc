import { useMessages } from '#web/i18n/index.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatWeekday } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { DayCell } from './day-cell.tsx'
import type { MonthKey } from './month.ts'

interface TableProps {
  readonly profileId: string
  readonly month: MonthKey
  readonly days: readonly Date[]
  readonly posts: ReadonlyMap<string, readonly Post[]>
  readonly onDrop: (postId: string, day: Date) => void
}

/** A month as a table, a week in each row. */
export function MonthTable({ profileId, month, days, posts, onDrop }: TableProps) {
  const { calendar } = useMessages()
  const weeks = Array.from({ length: days.length / 7 }, (_, nth) => days.slice(nth * 7, nth * 7 + 7))
  return (
    <table
      aria-label={calendar.title}
      className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <thead>
        <tr>
          {days.slice(0, 7).map((day) => (
            <th
              key={day.getDay()}
              scope="col"
              className="border-line border-b px-2 py-2 text-start font-medium text-ink-3 text-xs"
            >
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={dayKey(week[0] ?? new Date(0))}>
            {week.map((day) => (
              <DayCell
                key={dayKey(day)}
                profileId={profileId}
                day={day}
                isOutside={!dayKey(day).startsWith(month)}
                posts={posts.get(dayKey(day)) ?? []}
                onDrop={(postId) => onDrop(postId, day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
