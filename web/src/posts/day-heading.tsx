import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, startOfDay } from '#web/lib/day.ts'
import { formatDay, formatDayInYear } from '#web/lib/time.ts'

interface HeadingProps {
  /** The date. Null for posts without a time. */
  readonly day: string | null
  /** The number of posts, if all of the day are known. */
  readonly count?: string | undefined
  readonly className?: string
}

/** The heading of a day in a list of posts, on a line of 32 pixels inside the list's card. */
export function DayHeading({ day, count, className = '' }: HeadingProps) {
  return (
    <h2
      className={`flex h-8 items-center gap-2 border-line border-b bg-sunken px-4 font-semibold text-ink-2 text-xs ${className}`}
    >
      {useDayName()(day)}
      {count && <span className="nums font-normal text-ink-3">{count}</span>}
    </h2>
  )
}

/** Returns the name of a day: today is named as such, and a day of another year has its year. */
export function useDayName(): (day: string | null) => string {
  const { calendar, posts } = useMessages()
  const today = dayKey(nowDate())
  return (day) => {
    if (day === null) return posts.noDate
    if (day === today) return `${calendar.today} · ${formatDay(startOfDay(day))}`
    return (day.slice(0, 4) === today.slice(0, 4) ? formatDay : formatDayInYear)(startOfDay(day))
  }
}
