import { useEffect, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate, now as serviceNow } from '#web/lib/clock.ts'
import { dayKey, minuteOfDay } from '#web/lib/day.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { BandShade } from '../bands/band-marks.tsx'
import { nameBand } from '../bands/band-words.ts'
import { type Band, isFirstDay } from '../bands/bands.ts'
import { type DayPlan, inOrder } from '../calendar-posts.ts'
import { Chip, RunChip } from '../chip.tsx'
import { type FreeActions, FreeChip } from '../free/free-chip.tsx'
import type { FreeTime } from '../free/use-free-times.ts'
import { isAhead, type OnCompose, type Spot } from '../quick/use-quick-compose.ts'
import { type Carried, useDropZone } from '../use-carry.ts'
import { HourTarget } from './hour-target.tsx'
import { hourPixels, hours, pixelsOf, timeAt, topOf } from './measures.ts'

interface DayProps {
  readonly profileId: string
  readonly day: Date
  readonly isCurrent: boolean
  readonly plan: DayPlan
  readonly carried: Carried | null
  readonly bands: readonly Band[]
  /** Free posting times, if the view shows them. */
  readonly free: readonly FreeTime[]
  readonly freeActions: FreeActions
  readonly isRowStart: boolean
  readonly onDrop: (postId: string, at: Date) => void
  /** The time at which a post is being written, if on this day. */
  readonly spot: Spot | null
  readonly onCompose: OnCompose
}

/** A day of the week as a column of hours. Posts at about the same time are side by side. */
export function WeekDay({
  profileId,
  day,
  isCurrent,
  plan,
  carried,
  bands,
  free,
  freeActions,
  isRowStart,
  onDrop,
  spot,
  onCompose,
}: DayProps) {
  const messages = useMessages()
  const { calendar } = messages
  const { mayWrite } = useRights()
  const { isOver, zone } = useDropZone((postId, event) =>
    onDrop(postId, timeAt(day, event.clientY - event.currentTarget.getBoundingClientRect().top)),
  )
  const key = dayKey(day)
  const isToday = key === dayKey(nowDate())
  const isTarget = carried !== null && dayKey(carried.to) === key
  const things = placeInDay(inOrder(plan))
  return (
    <td
      {...zone}
      tabIndex={isCurrent ? 0 : -1}
      data-day={key}
      aria-label={[
        calendar.dayHolds(formatDay(day), plan.posts.length),
        ...bands.map((band) => nameBand(band, day, messages)),
      ].join('. ')}
      aria-current={isToday ? 'date' : undefined}
      style={{
        height: hours.length * hourPixels,
        backgroundImage: `repeating-linear-gradient(transparent 0 ${hourPixels - 1}px, var(--line) ${hourPixels - 1}px ${hourPixels}px)`,
      }}
      className={`relative border-line border-s p-0 align-top -outline-offset-2 ${isOver ? 'bg-brand-tint' : isAhead(key) ? '' : 'bg-[color-mix(in_oklab,var(--bg)_65%,var(--surface))]'}`}
    >
      {mayWrite && isAhead(key) && <HourTarget day={day} spot={spot} onCompose={onCompose} />}
      {bands.map((band, nth) => (
        <BandShade
          key={band.key}
          band={band}
          day={day}
          profileId={profileId}
          nth={nth}
          isNamed={isRowStart || isFirstDay(band, day)}
        />
      ))}
      {/* Below the posts, so that it does not cross out their text. */}
      {isToday && <NowLine />}
      {listUncovered(free, things).map((time) => (
        <FreeChip
          key={time.at}
          time={time}
          {...freeActions}
          style={{ top: topOf(minuteOfDay(new Date(time.at))) }}
          className="absolute inset-x-1 grid bg-surface text-start"
        />
      ))}
      {things.map(({ at, post, run, minute, lane, lanes }) => (
        <div
          key={post?.id ?? `${run?.ruleId} ${at}`}
          style={{ top: topOf(minute), insetInlineStart: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
          className="absolute px-1 py-px"
        >
          <div className="@container rounded-sm bg-surface">
            {post && <Chip post={post} isCarried={carried?.post.id === post.id} hasTime={lanes === 1} />}
            {run && <RunChip profileId={profileId} run={run} />}
          </div>
        </div>
      ))}
      {isTarget && (
        <p
          style={{ top: pixelsOf(minuteOfDay(carried.to)) }}
          className="nums absolute inset-x-0.5 z-2 rounded-sm border border-brand border-dashed bg-surface px-1 py-0.5 text-brand text-xs"
        >
          {formatTime(carried.to.toISOString())}
        </p>
      )}
    </td>
  )
}

const everyMs = 60_000

/** The current-time line across today's column. */
function NowLine() {
  const { calendar } = useMessages()
  const [now, setNow] = useState(() => new Date(serviceNow()))
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date(serviceNow())), everyMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <div
      role="img"
      aria-label={calendar.now(formatTime(now.toISOString()))}
      style={{ top: pixelsOf(minuteOfDay(now)) }}
      className="pointer-events-none absolute inset-x-0 h-0.5 bg-failed before:absolute before:-start-1 before:-top-[3px] before:size-2 before:rounded-full before:bg-failed"
    />
  )
}

/** An item at a time of day. */
interface Timed {
  readonly at: string
}

/** The position of an item in the column of its day: its minute, and its lane among those at about the same time. */
interface Place {
  readonly minute: number
  readonly lane: number
  readonly lanes: number
}

/** A chip is as tall as this many minutes, so posts that are closer are side by side. */
const chipMinutes = 45

/** A free time is as tall as this many minutes. */
const freeMinutes = 28

/** Lists the free times that no item covers. Another account may publish at a free time, and its post is in front. */
const listUncovered = (free: readonly FreeTime[], things: readonly Place[]): readonly FreeTime[] =>
  free.filter(({ at }) => {
    const begin = minuteOfDay(new Date(at))
    return things.every(({ minute }) => begin + freeMinutes <= minute || minute + chipMinutes <= begin)
  })

/** Positions the items of a day, which must be sorted by time. */
function placeInDay<Thing extends Timed>(things: readonly Thing[]): readonly (Thing & Place)[] {
  const placed: (Thing & Place)[] = []
  let cluster: (Thing & Place)[] = []
  let ends: number[] = []
  const close = () => {
    placed.push(...cluster.map((thing) => ({ ...thing, lanes: ends.length })))
    cluster = []
    ends = []
  }
  for (const thing of things) {
    const minute = minuteOfDay(new Date(thing.at))
    if (ends.every((end) => end <= minute)) close()
    const free = ends.findIndex((end) => end <= minute)
    const lane = free === -1 ? ends.length : free
    ends[lane] = minute + chipMinutes
    cluster.push({ ...thing, minute, lane, lanes: 1 })
  }
  close()
  return placed
}
