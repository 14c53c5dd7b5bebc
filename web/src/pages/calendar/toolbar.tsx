import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import type { PageFilter } from '#web/posts/filters/read-filter.ts'
import { Button, iconButtonStyle, squareButtonStyle } from '#web/ui/button.tsx'
import { choiceBarStyle, choiceStyle } from '#web/ui/choice/choice-bar.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { readAhead } from './calendar-posts.ts'
import { type CalendarSearch, type View, views } from './calendar-search.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { turnPage } from './span.ts'

interface TurnerProps {
  readonly view: View
  readonly date: string
  readonly filter: PageFilter
  readonly onDate: (date: Date) => void
}

/** Moves by a month or a week, next to the title. */
export function Turner({ view, date, filter, onDate }: TurnerProps) {
  const { calendar } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  /** A button that changes the page. Its posts are prefetched on hover. */
  const turner = (by: number) => {
    const to = turnPage(view, date, by)
    const search: CalendarSearch = { view, date: dayKey(to), ...filter }
    return { onPointerEnter: () => void readAhead(profileId, search), onClick: () => onDate(to) }
  }
  return (
    <div className="flex items-center gap-1">
      <button type="button" aria-label={calendar.previous[view]} className={iconButtonStyle} {...turner(-1)}>
        <Icon name="left" className="size-4" />
      </button>
      <Button className="max-sm:hidden" aria-pressed={date === dayKey(nowDate())} onClick={() => onDate(nowDate())}>
        {calendar.today}
      </Button>
      <button type="button" aria-label={calendar.next[view]} className={iconButtonStyle} {...turner(1)}>
        <Icon name="right" className="size-4" />
      </button>
    </div>
  )
}

interface ToolbarProps extends Omit<TurnerProps, 'filter'> {
  /** The number of drafts without a time. Undefined while unknown. */
  readonly drafts: number | undefined
  readonly isTrayOpen: boolean
  readonly onTray: () => void
  readonly onNote: () => void
  readonly onHolidays: () => void
}

const draftsButton = 'calendar-drafts'

/** Gives the focus back when the tray closes. */
export const focusDraftsButton = (): void => document.getElementById(draftsButton)?.focus()

/** Switches views, opens the drafts, and offers what is rarely needed. */
export function Toolbar({ view, date, onDate, drafts, isTrayOpen, onTray, onNote, onHolidays }: ToolbarProps) {
  const { calendar } = useMessages()
  const { mayPublish, mayWrite } = useRights()
  const isNarrow = useNarrow()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/calendar' })
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const toggleFree = () =>
    void navigate({
      search: ({ free, ...others }) => (free ? others : { ...others, free: true }),
      replace: true,
      resetScroll: false,
    })
  const [isFeedOpen, setFeed] = useState(false)
  return (
    <>
      <nav aria-label={calendar.view} className={`${choiceBarStyle} max-md:hidden`}>
        {views.map((one) => (
          <Link
            key={one}
            to="/p/$profileId/calendar"
            params={{ profileId }}
            search={{ ...search, view: one, date }}
            replace
            aria-current={one === view ? 'page' : undefined}
            className={choiceStyle}
          >
            {calendar.views[one]}
          </Link>
        ))}
      </nav>
      <Button id={draftsButton} aria-expanded={isTrayOpen} onClick={onTray} className="max-md:hidden">
        <Icon name="posts" className="size-4" />
        {calendar.tray.title}
        {/* As wide as most numbers from the start, so that the buttons keep their places. */}
        <span className="nums min-w-[2ch] text-ink-3 text-sm">{drafts}</span>
      </Button>
      {(isNarrow || mayWrite) && (
        <Menu label={calendar.menu} align="end" triggerClass={squareButtonStyle} trigger={<Icon name="more" />}>
          {isNarrow && <MenuItem onSelect={() => onDate(nowDate())}>{calendar.today}</MenuItem>}
          {mayWrite && !isNarrow && view !== 'list' && (
            <MenuItem onSelect={toggleFree}>{search.free ? calendar.hideFree : calendar.showFree}</MenuItem>
          )}
          {mayWrite && <MenuItem onSelect={onNote}>{calendar.notes.add}</MenuItem>}
          {mayPublish && <MenuItem onSelect={onHolidays}>{calendar.holidays}</MenuItem>}
          {mayPublish && <MenuItem onSelect={() => setFeed(true)}>{calendar.feed.open}</MenuItem>}
        </Menu>
      )}
      {isFeedOpen && <FeedDialog profileId={profileId} label={search.label} onClose={() => setFeed(false)} />}
    </>
  )
}
