import { memo, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDay, formatTime, formatWeekday } from '#web/lib/time.ts'
import { LightLink } from '#web/posts/light-link.tsx'
import { BandStrip } from './bands/band-marks.tsx'
import { nameBand } from './bands/band-words.ts'
import { type Band, isFirstDay } from './bands/bands.ts'
import type { DayPlan } from './calendar-posts.ts'
import { Chip, RunChip } from './chip.tsx'
import { type Carried, useDropZone } from './use-carry.ts'

interface TableProps {
  readonly profileId: string
  readonly date: string
  readonly days: readonly Date[]
  readonly planOf: (day: Date) => DayPlan
  readonly carried: Carried | null
  readonly bandsOf: (day: Date) => readonly Band[]
  readonly onDrop: (postId: string, day: Date) => void
}

/** A month as a grid, a week in each row. */
export function MonthTable({ profileId, date, days, planOf, carried, bandsOf, onDrop }: TableProps) {
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
            {week.map((day, nth) => (
              <DayCell
                key={dayKey(day)}
                profileId={profileId}
                day={day}
                isOutside={dayKey(day).slice(0, 7) !== date.slice(0, 7)}
                isCurrent={dayKey(day) === date}
                plan={planOf(day)}
                carried={carried}
                bands={bandsOf(day)}
                isRowStart={nth === 0}
                onDrop={onDrop}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shown = 3

interface CellProps {
  readonly profileId: string
  readonly day: Date
  readonly isOutside: boolean
  /** True for the one day that is in the tab order. */
  readonly isCurrent: boolean
  readonly plan: DayPlan
  readonly carried: Carried | null
  /** Forecasts to plan around on this day. */
  readonly bands: readonly Band[]
  readonly isRowStart: boolean
  readonly onDrop: (postId: string, day: Date) => void
}

/** A day of the month: its posts, and a link to a new one. A post that is dropped here keeps its time of day. */
const DayCell = memo(function DayCell({
  profileId,
  day,
  isOutside,
  isCurrent,
  plan,
  carried,
  bands,
  isRowStart,
  onDrop,
}: CellProps) {
  const messages = useMessages()
  const { calendar } = messages
  const { mayWrite } = useRights()
  const { isOver, zone } = useDropZone((postId) => onDrop(postId, day))
  const [isOpen, setOpen] = useState(false)
  const key = dayKey(day)
  const isToday = key === dayKey(nowDate())
  const isTarget = carried !== null && dayKey(carried.to) === key
  const { posts, runs } = plan
  const dateStyle = `nums grid size-6 place-items-center rounded-full text-xs ${
    isToday ? 'bg-brand font-semibold text-on-brand' : isOutside ? 'text-ink-3' : 'text-ink-2'
  }`
  const visiblePosts = isOpen ? posts : posts.slice(0, shown)
  const visibleRuns = isOpen ? runs : runs.slice(0, Math.max(0, shown - posts.length))
  const hidden = posts.length - visiblePosts.length + runs.length - visibleRuns.length
  return (
    <td
      {...zone}
      tabIndex={isCurrent ? 0 : -1}
      data-day={key}
      aria-label={[
        calendar.dayHolds(formatDay(day), posts.length),
        ...bands.map((band) => nameBand(band, day, messages)),
      ].join('. ')}
      aria-current={isToday ? 'date' : undefined}
      className={`h-28 border-line border-b align-top -outline-offset-2 not-last:border-e ${
        isOver || isTarget ? 'bg-brand/10' : isOutside ? 'bg-bg' : ''
      }`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5 p-1">
        <span className="flex items-center justify-between gap-1">
          {mayWrite ? (
            <LightLink
              href={`/p/${profileId}/compose?day=${key}`}
              aria-label={`${calendar.newHere}: ${formatDay(day)}`}
              className={`${dateStyle} ${isToday ? '' : 'hover:bg-sunken'}`}
            >
              {day.getDate()}
            </LightLink>
          ) : (
            <span className={dateStyle}>{day.getDate()}</span>
          )}
        </span>
        {bands.length > 0 && (
          <div className="-mx-1 grid gap-0.5">
            {bands.map((band) => (
              <BandStrip
                key={band.key}
                band={band}
                day={day}
                profileId={profileId}
                isNamed={isRowStart || isFirstDay(band, day)}
              />
            ))}
          </div>
        )}
        {isTarget && (
          <p className="nums rounded-sm border border-brand border-dashed px-1 py-0.5 text-brand text-xs">
            {formatTime(carried.to.toISOString())}
          </p>
        )}
        {visiblePosts.map((post) => (
          <Chip key={post.id} post={post} isCarried={carried?.post.id === post.id} />
        ))}
        {visibleRuns.map((run) => (
          <RunChip key={`${run.ruleId} ${run.at}`} profileId={profileId} run={run} />
        ))}
        {hidden > 0 && (
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="min-h-6 rounded-sm px-1 text-start text-ink-2 text-xs hover:bg-sunken"
          >
            {calendar.more(hidden)}
          </button>
        )}
      </div>
    </td>
  )
})
