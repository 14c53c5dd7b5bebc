import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, firstWeekdayOf, startOfDay, startOfWeek } from '#web/lib/day.ts'
import { readLocale } from '#web/lib/locale.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import type { View } from './calendar-search.ts'
import { isAhead, type OnCompose } from './quick/use-quick-compose.ts'
import { turnPage } from './span.ts'
import type { Carry } from './use-carry.ts'

interface KeysOptions {
  readonly view: View
  readonly date: string
  readonly posts: readonly BriefPost[]
  readonly carry: Carry
  readonly onDate: (date: Date) => void
  readonly onCompose: OnCompose
}

const quarterHour = 15
const hour = 60

/**
 * The keyboard navigation of the grid. Arrows, Home, End, PageUp and PageDown move between days, and the focus follows.
 * Enter writes a post on the focused day. M picks up the focused post: arrows then move it, Enter drops it, and Escape cancels.
 */
export function useCalendarKeys({ view, date, posts, carry, onDate, onCompose }: KeysOptions) {
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const { mayWrite } = useRights()
  const grid = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(false)
  useEffect(() => {
    if (!isFollowing.current) return
    isFollowing.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus()
  }, [date])
  const go = (day: Date) => {
    isFollowing.current = true
    onDate(day)
  }
  const day = startOfDay(date)
  const weekStart = startOfWeek(day, firstWeekdayOf(readLocale()))
  const walk: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(addDays(day, -1)),
    ArrowRight: () => go(addDays(day, 1)),
    ArrowUp: () => go(addDays(day, -7)),
    ArrowDown: () => go(addDays(day, 7)),
    Home: () => go(weekStart),
    End: () => go(addDays(weekStart, 6)),
    PageUp: () => go(turnPage(view, date, -1)),
    PageDown: () => go(turnPage(view, date, 1)),
    t: () => go(nowDate()),
    ...(mayWrite && { c: () => void navigate({ to: '/p/$profileId/compose', search: { day: date } }) }),
  }
  const carryBy = (days: number, minutes: number, isFar: boolean) =>
    carry.shift(
      view === 'week' && minutes !== 0 ? { minutes: isFar ? minutes * (hour / quarterHour) : minutes } : { days },
    )
  const carryKeys = (isFar: boolean): Readonly<Record<string, () => void>> => ({
    ArrowLeft: () => carryBy(-1, 0, isFar),
    ArrowRight: () => carryBy(1, 0, isFar),
    ArrowUp: () => carryBy(-7, -quarterHour, isFar),
    ArrowDown: () => carryBy(7, quarterHour, isFar),
    Enter: () => void carry.putDown(),
    Escape: carry.giveUp,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    if (event.target.closest('[role=menu], [role=dialog]')) return
    const post = posts.find(({ id }) => id === (event.target as HTMLElement).dataset.post)
    const pick = post && event.key === 'm' ? () => carry.pickUp(post) : undefined
    const { day: focused } = event.target.dataset
    if (event.key === 'Enter' && !carry.carried && focused !== undefined) {
      event.preventDefault()
      if (mayWrite && isAhead(focused)) onCompose(event.target, focused)
      return
    }
    const action = carry.carried ? carryKeys(event.shiftKey)[event.key] : (pick ?? walk[event.key])
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  return { grid, onKeyDown }
}
