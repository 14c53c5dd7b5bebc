import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, dayOfMonth } from '#web/lib/day.ts'
import { formatDay, formatWeekday } from '#web/lib/time.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import type { DayPlan } from './calendar-posts.ts'
import type { Notes } from './notes/use-notes.ts'

interface MonthProps {
  readonly date: string
  readonly days: readonly Date[]
  readonly planOf: (day: Date) => DayPlan
  readonly notesOf: Notes['of']
  readonly holidaysOf: (day: Date) => readonly string[]
  readonly onDate: (day: Date) => void
}

const dots: Readonly<Record<BriefPost['status'], string>> = {
  draft: 'bg-draft',
  scheduled: 'bg-scheduled',
  queued: 'bg-publishing',
  publishing: 'bg-publishing',
  published: 'bg-published',
  partial: 'bg-partial',
  failed: 'bg-failed',
  unknown: 'bg-unknown',
}
const maxDots = 3

/** A month on a phone: each day has a dot for each state of its posts. A day that is chosen begins the list below. */
export function PhoneMonth({ date, days, planOf, notesOf, holidaysOf, onDate }: MonthProps) {
  const { calendar } = useMessages()
  const weeks = Array.from({ length: days.length / 7 }, (_, nth) => days.slice(nth * 7, nth * 7 + 7))
  const isInMonth = (day: Date) => dayKey(day).startsWith(date.slice(0, 7))
  const today = dayKey(nowDate())
  return (
    <section aria-label={calendar.days} className="-mx-4 -mt-4 border-line border-b bg-surface px-2 pb-2">
      <div aria-hidden="true" className="grid grid-cols-7 py-1.5 text-center font-medium text-2xs text-ink-3">
        {days.slice(0, 7).map((day) => (
          <span key={dayKey(day)}>{formatWeekday(day)}</span>
        ))}
      </div>
      {weeks
        .filter((week) => week.some(isInMonth))
        .map((week) => (
          <div key={dayKey(week[0] ?? nowDate())} className="grid grid-cols-7">
            {week.map((day) => {
              const key = dayKey(day)
              const { posts, runs } = planOf(day)
              const notes = notesOf(day)
              const states = [...new Set(posts.map(({ status }) => status))].slice(0, maxDots)
              return (
                <button
                  key={key}
                  type="button"
                  aria-pressed={key === date}
                  aria-label={[
                    calendar.dayHolds(formatDay(day), posts.length),
                    ...holidaysOf(day),
                    ...notes.map(({ note }) => calendar.notes.named(note.text)),
                  ].join('. ')}
                  aria-current={key === today ? 'date' : undefined}
                  onClick={() => onDate(day)}
                  className={`group nums grid h-11 content-center justify-items-center gap-1 rounded-md leading-5 -outline-offset-2 aria-pressed:bg-brand aria-pressed:text-on-brand ${
                    key === today ? 'font-semibold text-brand' : isInMonth(day) ? '' : 'text-ink-3'
                  }`}
                >
                  {dayOfMonth(day)}
                  <span className="flex h-1.5 gap-0.75">
                    {states.map((status) => (
                      <span
                        key={status}
                        className={`size-1.25 rounded-full group-aria-pressed:bg-current ${dots[status]}`}
                      />
                    ))}
                    {notes.length > 0 && (
                      <span className="h-1.25 w-2 rounded-xs bg-brass group-aria-pressed:bg-current" />
                    )}
                    {states.length === 0 && runs.length > 0 && (
                      <span className="size-1.25 rounded-full border border-current" />
                    )}
                  </span>
                </button>
              )
            })}
          </div>
        ))}
    </section>
  )
}
