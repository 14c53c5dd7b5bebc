import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useKey } from '#web/lib/browser/use-key.ts'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDates, formatDayAndTime, formatMonth } from '#web/lib/time.ts'
import { onDay, useMove } from '#web/posts/use-move.ts'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { Agenda } from './agenda.tsx'
import { BandNotices } from './bands/band-notices.tsx'
import { useBands } from './bands/use-bands.ts'
import { calendarQuery, planByDay, runsQuery } from './calendar-posts.ts'
import { MonthTable } from './month-table.tsx'
import { listDays, today, turnPage } from './span.ts'
import { Toolbar } from './toolbar.tsx'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { useCarry } from './use-carry.ts'
import { WeekTable } from './week/week-table.tsx'

export { readAhead } from './calendar-posts.ts'

/** The calendar by month, week or list. Phones have only the list. The view and the day are in the URL. */
export function CalendarPage() {
  const messages = useMessages()
  const { calendar } = messages
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { view = 'month', date = today() } = useSearch({ from: '/p/$profileId/calendar' })
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const { mayWrite } = useRights()
  const isList = useNarrow() || view === 'list'
  const move = useMove()
  const carry = useCarry()
  // The same objects for all days of a view, so that moving through a month renders only what has changed.
  const anyDay = view === 'week' ? date : `${date.slice(0, 7)}-01`
  const days = useMemo(() => listDays(view, anyDay), [view, anyDay])
  const posts = useQuery(calendarQuery(profileId, days))
  const runs = useQuery(runsQuery(profileId, days))
  const { bands, bandsOf } = useBands(profileId, days)
  const latest = useMemo(() => planByDay(posts.data ?? [], runs.data ?? []), [posts.data, runs.data])
  // Hundreds of posts are rendered in short steps, so that the page stays responsive.
  const planOf = useDeferredValue(latest)
  const goTo = (day: Date) =>
    void navigate({ search: (search) => ({ ...search, date: dayKey(day) }), replace: true, resetScroll: false })
  const { grid, onKeyDown } = useCalendarKeys({ view, date, posts: posts.data ?? [], carry, onDate: goTo })
  const turn = (by: number) => goTo(turnPage(view, date, by))
  useKey({ t: () => goTo(nowDate()), '[': () => turn(-1), ']': () => turn(1) })
  const findPost = useCallback((postId: string) => posts.data?.find(({ id }) => id === postId), [posts.data])
  const dropOnDay = useCallback(
    (postId: string, day: Date) => {
      const post = findPost(postId)
      if (post) void move(post, onDay(post, day))
    },
    [findPost, move],
  )
  const dropAtTime = (postId: string, at: Date) => {
    const post = findPost(postId)
    if (post) void move(post, at)
  }
  const isWeek = view === 'week'
  const shown = isWeek ? days : days.filter((day) => dayKey(day).slice(0, 7) === date.slice(0, 7))
  const title = isWeek
    ? formatDates(dayKey(days[0] ?? nowDate()), dayKey(days.at(-1) ?? nowDate()))
    : formatMonth(date.slice(0, 7))
  const table = { profileId, date, days, planOf, carried: carry.carried, bandsOf }
  return (
    <Page title={title} actions={<Toolbar view={view} date={date} onDate={goTo} />}>
      {posts.error && <ProblemBanner error={posts.error} onRetry={() => void posts.refetch()} />}
      <BandNotices bands={bands} profileId={profileId} />
      {!isList && (
        // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the grid inside it
        <div ref={grid} onKeyDown={onKeyDown}>
          {view === 'month' ? (
            <MonthTable {...table} onDrop={dropOnDay} />
          ) : (
            <WeekTable {...table} onDrop={dropAtTime} />
          )}
          <p className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-3 text-xs">
            {mayWrite ? calendar.keys[view] : <span />}
            <Link
              to="/p/$profileId/rehearsal"
              params={{ profileId }}
              className="font-medium text-brand underline underline-offset-4"
            >
              {messages.rehearsal.open}
            </Link>
          </p>
        </div>
      )}
      {isList && posts.isPending && <WaitingRows count={6} />}
      {isList && posts.data && (
        <Agenda
          profileId={profileId}
          days={shown}
          from={date < today() ? date : today()}
          planOf={latest}
          bandsOf={bandsOf}
        />
      )}
      <p aria-live="assertive" className="sr-only">
        {carry.carried && calendar.carrying(formatDayAndTime(carry.carried.to.toISOString()))}
      </p>
    </Page>
  )
}
