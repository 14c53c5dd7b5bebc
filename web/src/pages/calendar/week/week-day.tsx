import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { BandShade } from '../bands/band-shade.tsx'
import { nameBand } from '../bands/band-words.ts'
import { type Band, isFirstDay } from '../bands/bands.ts'
import { type DayPlan, inOrder } from '../calendar-posts.ts'
import { Chip } from '../chip.tsx'
import { useDropZone } from '../drop-zone.ts'
import { RunChip } from '../run-chip.tsx'
import type { Carried } from '../use-carry.ts'
import { hourPixels, hours, pixelsOf, timeAt, topOf } from './measures.ts'
import { NowLine } from './now-line.tsx'
import { placeInDay } from './place.ts'

interface DayProps {
  readonly profileId: string
  readonly day: Date
  readonly isCurrent: boolean
  readonly plan: DayPlan
  readonly carried: Carried | null
  readonly bands: readonly Band[]
  readonly isRowStart: boolean
  readonly onDrop: (postId: string, at: Date) => void
}

/** A day of the week as a column of hours. Posts at about the same time are side by side. */
export function WeekDay({ profileId, day, isCurrent, plan, carried, bands, isRowStart, onDrop }: DayProps) {
  const messages = useMessages()
  const { calendar } = messages
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
      className={`relative border-line border-s p-0 align-top -outline-offset-2 ${isOver ? 'bg-brand/10' : isToday ? 'bg-brand/4' : ''}`}
    >
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
      {/* Below the posts, whose words it must not strike out. */}
      {isToday && <NowLine />}
      {things.map(({ at, post, run, minute, lane, lanes }) => (
        <div
          key={post?.id ?? `${run?.ruleId} ${at}`}
          style={{ top: topOf(minute), insetInlineStart: `${(lane / lanes) * 100}%`, width: `${100 / lanes}%` }}
          className="absolute p-px"
        >
          <div className="rounded-sm bg-surface shadow-[inset_0_0_0_1px_var(--line)]">
            {post && <Chip post={post} isCarried={carried?.post.id === post.id} hasTime={lanes === 1} />}
            {run && <RunChip profileId={profileId} run={run} />}
          </div>
        </div>
      ))}
      {isTarget && (
        <p
          style={{ top: pixelsOf(carried.to.getHours() * 60 + carried.to.getMinutes()) }}
          className="nums absolute inset-x-0.5 z-2 rounded-sm border border-brand border-dashed bg-surface px-1 py-0.5 text-brand text-xs"
        >
          {formatTime(carried.to.toISOString())}
        </p>
      )}
    </td>
  )
}
