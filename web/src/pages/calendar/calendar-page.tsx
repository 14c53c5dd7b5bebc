import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { firstWeekdayOf } from '#web/lib/day.ts'
import { formatMonth, readLocale } from '#web/lib/time.ts'
import { useKey } from '#web/lib/use-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Agenda } from './agenda.tsx'
import { calendarQuery, groupByDay } from './calendar-posts.ts'
import { listDays, monthOf, shiftMonth } from './month.ts'
import { MonthTable } from './month-table.tsx'
import { onDay, useMove } from './use-move.ts'

/** The plan of a month: a table where there is room, and a list on phones or where somebody prefers one. */
export function CalendarPage() {
  const { calendar } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { month = monthOf(new Date()), view = 'month' } = useSearch({ from: '/p/$profileId/calendar' })
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const move = useMove()
  const days = listDays(month, firstWeekdayOf(readLocale()))
  const end = new Date(days.at(-1) ?? 0)
  end.setDate(end.getDate() + 1)
  const query = useQuery(calendarQuery(profileId, days[0] ?? end, end))
  const posts = groupByDay(query.data ?? [])
  const ofMonth = new Map([...posts].filter(([key]) => key.startsWith(month)))
  const show = (next: string) => void navigate({ search: (search) => ({ ...search, month: next }) })
  const today = () => show(monthOf(new Date()))
  useKey({ t: today, '[': () => show(shiftMonth(month, -1)), ']': () => show(shiftMonth(month, 1)) })
  const drop = (postId: string, day: Date) => {
    const post = query.data?.find(({ id }) => id === postId)
    if (post) void move(post, onDay(post, day))
  }
  return (
    <Page
      title={formatMonth(month)}
      actions={
        <>
          <Button onClick={today}>{calendar.today}</Button>
          <Button aria-label={calendar.previous} onClick={() => show(shiftMonth(month, -1))}>
            <Icon name="left" className="size-4" />
          </Button>
          <Button aria-label={calendar.next} onClick={() => show(shiftMonth(month, 1))}>
            <Icon name="right" className="size-4" />
          </Button>
          <Button
            className="max-md:hidden"
            onClick={() =>
              void navigate({ search: (search) => ({ ...search, view: view === 'month' ? 'list' : 'month' }) })
            }
          >
            {view === 'month' ? calendar.list : calendar.month}
          </Button>
        </>
      }
    >
      {query.error && <ProblemBanner error={query.error} onRetry={() => void query.refetch()} />}
      {view === 'month' && (
        <div className="max-md:hidden">
          <MonthTable profileId={profileId} month={month} days={days} posts={posts} onDrop={drop} />
        </div>
      )}
      <div className={view === 'month' ? 'md:hidden' : ''}>
        <Agenda days={ofMonth} />
      </div>
    </Page>
  )
}
