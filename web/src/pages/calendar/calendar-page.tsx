import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useKey } from '#web/lib/browser/use-key.ts'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { nowDate } from '#web/lib/clock.ts'
import { atMinute, dayKey, startOfDay } from '#web/lib/day.ts'
import { formatDates, formatDayAndTime, formatMonth } from '#web/lib/time.ts'
import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { onDay, useMove } from '#web/posts/use-move.ts'
import { linkStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { FilterStrip } from '#web/ui/toolbar.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { ZoneName } from '#web/ui/zone/zone-name.tsx'
import { Agenda } from './agenda.tsx'
import { BandNotices } from './bands/band-notices.tsx'
import { useBands } from './bands/use-bands.ts'
import { calendarQuery, filterRuns, inState, planByDay, runsQuery } from './calendar-posts.ts'
import { Filters } from './filters.tsx'
import { useFreeActions } from './free/use-free-actions.ts'
import { useFreeTimes } from './free/use-free-times.ts'
import { useHolidays } from './holidays/use-holidays.ts'
import { MonthTable } from './month-table.tsx'
import { useNotes } from './notes/use-notes.ts'
import { PhoneMonth } from './phone-month.tsx'
import { suggestMinute, useQuickCompose } from './quick/use-quick-compose.ts'
import { listDays, today, turnPage } from './span.ts'
import { focusDraftsButton, Toolbar, Turner } from './toolbar.tsx'
import { draftsQuery } from './tray/drafts-query.ts'
import type { DropIdea } from './tray/tray-ideas.tsx'
import { usePlaceDraft } from './tray/use-place-draft.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'
import { useCarry } from './use-carry.ts'
import { WeekTable } from './week/week-table.tsx'

export { readAhead } from './calendar-posts.ts'

/** The texts of the dialogs of days, by language. They load with them. */
const daysTexts: AreaLoaders<'days'> = {
  en: async () => (await import('#web/i18n/en/days/index.ts')).days,
  de: async () => (await import('#web/i18n/de/days/index.ts')).days,
  es: async () => (await import('#web/i18n/es/days/index.ts')).days,
  fr: async () => (await import('#web/i18n/fr/days/index.ts')).days,
}
const SourcesDialog = makeLatePart(async () => {
  await openArea('days', daysTexts)
  return (await import('./holidays/sources-dialog.tsx')).SourcesDialog
})
const NoteDialog = makeLatePart(async () => {
  await openArea('days', daysTexts)
  return (await import('./notes/note-dialog.tsx')).NoteDialog
})
const FreeDialog = makeLatePart(async () => (await import('./free/free-dialog.tsx')).FreeDialog)
const QuickComposer = makeLatePart(async () => (await import('./quick/quick-composer.tsx')).QuickComposer)

const Tray = makeLatePart(async () => {
  await (await import('#web/pages/posts/ideas/open-texts.ts')).openIdeaTexts()
  return (await import('./tray/tray.tsx')).Tray
})

/**
 * The calendar by month, week or list. Phones have a small month above the list. The view, the day and the filters are
 * in the URL.
 */
export function CalendarPage() {
  const { calendar, rehearsal } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/calendar' })
  const { view = 'month', date = today(), state, account, author, label, network } = search
  const filter = useMemo(() => readPageFilter({ account, author, label, network }), [account, author, label, network])
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const isNarrow = useNarrow()
  const isList = isNarrow || view === 'list'
  const move = useMove()
  const place = usePlaceDraft(profileId)
  const drafts = useQuery(draftsQuery(profileId, filter)).data
  const dropIdea = useRef<DropIdea>(null)
  const [isTrayOpen, setTrayOpen] = useState(false)
  const carry = useCarry()
  const quick = useQuickCompose()
  const { mayWrite } = useRights()
  // The same objects for all days of a view, so that moving through a month renders only what has changed.
  const anyDay = view === 'week' && !isNarrow ? date : `${date.slice(0, 7)}-01`
  const span = isNarrow ? 'month' : view
  const days = useMemo(() => listDays(span, anyDay), [span, anyDay])
  const posts = useQuery(calendarQuery(profileId, days, filter))
  const runs = useQuery(runsQuery(profileId, days))
  const { bands, bandsOf } = useBands(profileId, days)
  const { notes, shown: shownNote, close: closeNote } = useNotes(profileId, days)
  const holidaysOf = useHolidays(profileId, days)
  const [isSourcesOpen, setSources] = useState(false)
  const latest = useMemo(
    () => planByDay(inState(posts.data ?? [], state), filterRuns(runs.data ?? [], filter, state)),
    [posts.data, runs.data, filter, state],
  )
  // Hundreds of posts are rendered in short steps, so that the page stays responsive.
  const planOf = useDeferredValue(latest)
  const goTo = (day: Date) =>
    void navigate({ search: (search) => ({ ...search, date: dayKey(day) }), replace: true, resetScroll: false })
  const keys = { view, date, posts: posts.data ?? [], carry, onDate: goTo, onCompose: quick.open }
  const { grid, onKeyDown } = useCalendarKeys(keys)
  const turn = (by: number) => goTo(turnPage(span, date, by))
  const addNote = () => notes.open({ day: date })
  useKey({ ...(mayWrite && { n: addNote }), t: () => goTo(nowDate()), '[': () => turn(-1), ']': () => turn(1) })
  const findPost = useCallback((postId: string) => posts.data?.find(({ id }) => id === postId), [posts.data])
  const freeOf = useFreeTimes(profileId, days, search.free === true && mayWrite && !isList)
  const dropDraft = useCallback(
    (postId: string, at: Date) => {
      const draft = drafts?.find(({ id }) => id === postId)
      if (draft) void place(draft, at)
      else dropIdea.current?.(postId, at)
    },
    [drafts, place],
  )
  const free = useFreeActions(findPost, dropDraft)
  const dropOnDay = useCallback(
    (postId: string, day: Date) => {
      const post = findPost(postId)
      if (post) void move(post, onDay(post, day))
      else dropDraft(postId, atMinute(day, suggestMinute(dayKey(day))))
    },
    [findPost, dropDraft, move],
  )
  const dropAtTime = (postId: string, at: Date) => {
    const post = findPost(postId)
    if (post) void move(post, at)
    else dropDraft(postId, at)
  }
  // Runs that came later would move the posts.
  const isRead = !posts.isPending && !runs.isPending
  const isWeek = span === 'week'
  const nextMonth = dayKey(turnPage('month', date, 1)).slice(0, 7)
  const shown = isWeek ? days : days.filter((day) => dayKey(day).slice(0, 7) === date.slice(0, 7))
  const title = isWeek
    ? formatDates(dayKey(days[0] ?? nowDate()), dayKey(days.at(-1) ?? nowDate()))
    : formatMonth(date.slice(0, 7))
  const table = {
    profileId,
    date,
    days,
    planOf,
    carried: carry.carried,
    bandsOf,
    notes,
    holidaysOf,
    freeOf,
    freeActions: free.actions,
    spot: quick.spot,
    onCompose: quick.open,
  }
  return (
    <Page
      title={title}
      isFull
      namesZone
      state={<Turner view={span} date={date} filter={filter} onDate={goTo} />}
      actions={
        <Toolbar
          view={view}
          date={date}
          onDate={goTo}
          drafts={drafts?.length}
          isTrayOpen={isTrayOpen}
          onNote={addNote}
          onHolidays={() => setSources(true)}
          onTray={() => setTrayOpen(!isTrayOpen)}
        />
      }
    >
      {isNarrow && (
        <PhoneMonth date={date} days={days} planOf={latest} notesOf={notes.of} holidaysOf={holidaysOf} onDate={goTo} />
      )}
      <div
        className={
          isList
            ? 'grid grid-cols-[minmax(0,1fr)] gap-4'
            : `${fullStyle} ${isWeek ? 'h-(--full) min-h-120' : 'min-h-(--full)'}`
        }
      >
        <div className={`flex flex-wrap items-center gap-2 ${isList ? '' : 'px-4 py-1.5 sm:px-6'}`}>
          <FilterStrip>
            <Filters />
          </FilterStrip>
          {isList && <ZoneName className="max-sm:order-1 sm:order-2" />}
          <Link to="/p/$profileId/rehearsal" params={{ profileId }} className={`${linkStyle} order-1 ms-auto`}>
            {rehearsal.open}
          </Link>
        </div>
        {posts.error && <ProblemBanner error={posts.error} onRetry={() => void posts.refetch()} />}
        <BandNotices bands={bands} profileId={profileId} isEdgeToEdge={!isList} />
        <div className={isList ? 'contents' : 'flex min-h-0 flex-1'}>
          {!isList && (
            // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the grid inside it
            <div ref={grid} onKeyDown={onKeyDown} className="flex min-h-0 min-w-0 flex-1 flex-col">
              {view === 'month' ? (
                <MonthTable {...table} onDrop={dropOnDay} />
              ) : (
                <WeekTable {...table} onDrop={dropAtTime} />
              )}
            </div>
          )}
          {isTrayOpen && !isNarrow && (
            <aside
              aria-label={calendar.tray.title}
              className={
                isList
                  ? 'rounded-lg border border-line'
                  : 'w-66 shrink-0 overflow-y-auto border-line border-s border-t bg-bg'
              }
            >
              <Tray
                profileId={profileId}
                filter={filter}
                onIdea={dropIdea}
                onPlace={(post, at) => void place(post, at)}
                onClose={() => {
                  setTrayOpen(false)
                  focusDraftsButton()
                }}
              />
            </aside>
          )}
        </div>
        {isList && !isRead && <WaitingRows count={6} />}
        {isList && posts.data && isRead && (
          <Agenda
            profileId={profileId}
            days={shown}
            ahead={days.filter((day) => dayKey(day).slice(0, 7) === nextMonth)}
            from={isNarrow || date < today() ? date : today()}
            planOf={latest}
            bandsOf={bandsOf}
            notes={notes}
            holidaysOf={holidaysOf}
            nextMonth={nextMonth}
            onNext={() => goTo(startOfDay(`${nextMonth}-01`))}
          />
        )}
      </div>
      {shownNote && <NoteDialog profileId={profileId} shown={shownNote} onClose={closeNote} />}
      {isSourcesOpen && <SourcesDialog profileId={profileId} onClose={() => setSources(false)} />}
      {free.filling && <FreeDialog profileId={profileId} time={free.filling} onClose={free.close} />}
      {quick.spot && (
        <QuickComposer
          key={`${quick.spot.day} ${quick.spot.minute}`}
          profileId={profileId}
          spot={quick.spot}
          text={quick.text}
          onNote={() => {
            notes.open({ day: quick.spot?.day ?? date })
            quick.close()
          }}
          onClose={quick.close}
        />
      )}
      <p aria-live="assertive" className="sr-only">
        {carry.carried && calendar.carrying(formatDayAndTime(carry.carried.to.toISOString()))}
      </p>
    </Page>
  )
}

/** The grid reaches the edges of the window, below the bar of the page. */
const fullStyle = '-m-4 flex flex-col [--full:calc(100dvh-var(--top)-var(--bar))] sm:-m-6'
