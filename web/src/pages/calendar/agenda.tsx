import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { dayKey } from '#web/lib/day.ts'
import { formatDay, formatMonth, formatTime } from '#web/lib/time.ts'
import { DayHeading } from '#web/posts/day-heading.tsx'
import { EmptyPosts } from '#web/posts/empty-posts.tsx'
import { LightLink } from '#web/posts/light-link.tsx'
import { MoveDialog } from '#web/posts/move-dialog.tsx'
import { PostRow } from '#web/posts/post-row.tsx'
import type { BriefPost } from '#web/posts/post-time.ts'
import { isMovable } from '#web/posts/use-move.ts'
import { Button } from '#web/ui/button.tsx'
import { Near } from '#web/ui/near.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'
import { BandLine } from './bands/band-marks.tsx'
import { type Band, isFirstDay } from './bands/bands.ts'
import { calendarTimeOf, type DayPlan, inOrder, keyOf, type PlannedRun } from './calendar-posts.ts'

import { NoteLine } from './notes/note-chip.tsx'
import type { DayNote, Notes } from './notes/use-notes.ts'

interface AgendaProps {
  readonly profileId: string
  readonly days: readonly Date[]
  /** The days after the month, which follow if few of its days are left. */
  readonly ahead: readonly Date[]
  /** The first day of the list. Earlier days are one click away. */
  readonly from: string
  readonly planOf: (day: Date) => DayPlan
  readonly bandsOf: (day: Date) => readonly Band[]
  readonly notes: Notes
  readonly holidaysOf: (day: Date) => readonly string[]
  /** The month after these days, such as `2026-12`. */
  readonly nextMonth: string
  readonly onNext: () => void
}

/** A list with fewer days leads into the next month. */
const fewDays = 4
/** Days within this height are there from the start, because their rows may be taller than estimated. */
const startHeight = 1_200
const titleHeight = 33
const rowHeight = 45
const noteHeight = 36

/** The calendar as a list by day, starting today. Days without posts are omitted. */
export function Agenda({ profileId, days, ahead, from, planOf, bandsOf, notes, holidaysOf, ...next }: AgendaProps) {
  const { nextMonth, onNext } = next
  const { calendar } = useMessages()
  const [moving, setMoving] = useState<BriefPost | null>(null)
  const [isExpanded, setExpanded] = useState(false)
  const all = [...days, ...ahead]
    .map((day, nth) => ({
      day,
      isAhead: nth >= days.length,
      plan: planOf(day),
      bands: bandsOf(day),
      holidays: holidaysOf(day),
      // A note of several days is listed where it begins, and where the list begins.
      notes: notes.of(day).filter(({ note }) => nth === 0 || note.fromDate === dayKey(day) || from === dayKey(day)),
    }))
    .filter(
      ({ day, plan, bands, notes, holidays }) =>
        plan.posts.length + plan.runs.length > 0 ||
        bands.some((band) => isFirstDay(band, day)) ||
        notes.length + holidays.length > 0,
    )
  const sizeOf = ({ plan: { posts, runs }, notes, holidays }: (typeof all)[number]) =>
    titleHeight +
    (posts.length + runs.length) * rowHeight +
    notes.length * noteHeight +
    (holidays.length > 0 ? noteHeight : 0)
  const plans = all.filter(({ isAhead }) => !isAhead)
  const coming = plans.filter(({ day }) => dayKey(day) >= from)
  const isShort = coming.length < fewDays
  const listed = isShort ? [...coming, ...all.filter(({ isAhead }) => isAhead)] : coming
  if (plans.length + listed.length === 0)
    return <EmptyPosts profileId={profileId} icon="calendar" title={calendar.empty} lead={calendar.emptyLead} />
  const earlier = plans.filter(({ day }) => dayKey(day) < from)
  const hasEarlier = listed.length > 0 && earlier.length > 0
  const shown = hasEarlier && !isExpanded ? listed : [...earlier, ...listed]
  let above = 0
  const isNearStart = (size: number): boolean => {
    above += size
    return above - size < startHeight
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {hasEarlier && (
        <Button className="justify-self-start" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          <Icon name="chevron" className={`size-4 ${isExpanded ? 'rotate-180' : ''}`} />
          {calendar.earlierDays}
        </Button>
      )}
      <div className="overflow-clip rounded-lg bg-surface shadow-1 ring-1 ring-line">
        {shown.map((one) => (
          <Near
            key={dayKey(one.day)}
            guess={sizeOf(one)}
            isFirst={isNearStart(sizeOf(one))}
            className="not-first:border-line not-first:border-t"
          >
            {() => <AgendaDay profileId={profileId} {...one} onNote={notes.open} onMove={setMoving} />}
          </Near>
        ))}
      </div>
      {isShort && (
        <Button className="justify-self-start" onClick={onNext}>
          {formatMonth(nextMonth)}
          <Icon name="right" className="size-4" />
        </Button>
      )}
      {moving && <MoveDialog post={moving} onClose={() => setMoving(null)} />}
    </div>
  )
}

interface DayProps {
  readonly profileId: string
  readonly day: Date
  readonly plan: DayPlan
  readonly bands: readonly Band[]
  readonly notes: readonly DayNote[]
  readonly holidays: readonly string[]
  readonly onNote: Notes['open']
  readonly onMove: (post: BriefPost) => void
}

function AgendaDay({ profileId, day, plan, bands, notes, holidays, onNote, onMove }: DayProps) {
  const { shell } = useMessages()
  const things = inOrder(plan)
  const count = plan.posts.length > 0 ? shell.count.posts(plan.posts.length) : undefined
  return (
    <section aria-label={formatDay(day)} className="grid grid-cols-[minmax(0,1fr)]">
      <DayHeading day={dayKey(day)} count={count} />
      {bands.map((band) => (
        <BandLine key={band.key} band={band} day={day} />
      ))}
      {holidays.length > 0 && (
        <p dir="auto" className="flex min-h-9 items-center px-4 py-1.5 text-ink-2 text-sm">
          {holidays.join(', ')}
        </p>
      )}
      {notes.map((one) => (
        <NoteLine key={one.note.id} {...one} onOpen={onNote} />
      ))}
      {things.length > 0 && (
        <ul aria-label={formatDay(day)} className="divide-y divide-line">
          {things.map(({ at, post, run }) => (
            <li key={post ? keyOf(post) : `${run?.ruleId} ${at}`}>
              {post && (
                <PostRow
                  post={post}
                  time={formatTime(calendarTimeOf(post))}
                  onMove={isMovable(post) ? () => onMove(post) : undefined}
                />
              )}
              {run && <RunLink profileId={profileId} run={run} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A time at which a post will repeat, linked to its rule. */
function RunLink({ profileId, run: { ruleId, at, name } }: { readonly profileId: string; readonly run: PlannedRun }) {
  const { calendar, recurring } = useMessages()
  return (
    <LightLink
      href={`/p/${profileId}/recurring?rule=${ruleId}`}
      className="flex min-h-11 min-w-0 items-center gap-3 px-4 py-2 text-ink-3 -outline-offset-2 hover:bg-sunken/60"
    >
      <Icon name="repeat" className="size-4" />
      <OneLine className="flex-1 text-ink-2">{name || recurring.title}</OneLine>
      <span className="shrink-0 text-sm">{calendar.repeats}</span>
      <ZonedTime at={at} className="nums shrink-0 whitespace-nowrap text-end text-sm">
        {formatTime(at)}
      </ZonedTime>
    </LightLink>
  )
}
