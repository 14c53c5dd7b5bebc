import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { Button, squareButtonStyle } from '#web/ui/button.tsx'
import { choiceBarStyle, choiceStyle } from '#web/ui/choice/choice-bar.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { readAhead } from './calendar-posts.ts'
import { type View, views } from './calendar-search.ts'
import { FeedDialog } from './feed-dialog.tsx'
import { turnPage } from './span.ts'

interface ToolbarProps {
  readonly view: View
  readonly date: string
  readonly onDate: (date: Date) => void
}

/** Navigates the calendar and switches views. */
export function Toolbar({ view, date, onDate }: ToolbarProps) {
  const { calendar, rehearsal } = useMessages()
  const navigate = useNavigate()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const [isFeedOpen, setFeed] = useState(false)
  /** A button that changes the page. Its posts are prefetched on hover. */
  const turner = (by: number) => {
    const to = turnPage(view, date, by)
    return {
      onPointerEnter: () => void readAhead(profileId, { view, date: dayKey(to) }),
      onClick: () => onDate(to),
    }
  }
  return (
    <>
      <nav aria-label={calendar.view} className={`${choiceBarStyle} max-md:hidden`}>
        {views.map((one) => (
          <Link
            key={one}
            to="/p/$profileId/calendar"
            params={{ profileId }}
            search={{ view: one, date }}
            replace
            aria-current={one === view ? 'page' : undefined}
            className={choiceStyle}
          >
            {calendar.views[one]}
          </Link>
        ))}
      </nav>
      <Button aria-label={calendar.previous[view]} className="max-sm:min-h-11" {...turner(-1)}>
        <Icon name="left" className="size-4 rtl:rotate-180" />
      </Button>
      <Button className="max-sm:min-h-11" aria-pressed={date === dayKey(nowDate())} onClick={() => onDate(nowDate())}>
        {calendar.today}
      </Button>
      <Button aria-label={calendar.next[view]} className="max-sm:min-h-11" {...turner(1)}>
        <Icon name="right" className="size-4 rtl:rotate-180" />
      </Button>
      <Menu label={calendar.menu} align="end" triggerClass={squareButtonStyle} trigger={<Icon name="more" />}>
        <MenuItem onSelect={() => void navigate({ to: '/p/$profileId/rehearsal', params: { profileId } })}>
          {rehearsal.open}
        </MenuItem>
        <WritersOnly>
          <MenuItem onSelect={() => setFeed(true)}>{calendar.feed.open}</MenuItem>
        </WritersOnly>
      </Menu>
      {isFeedOpen && <FeedDialog profileId={profileId} onClose={() => setFeed(false)} />}
    </>
  )
}
