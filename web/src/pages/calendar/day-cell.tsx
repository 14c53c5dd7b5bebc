import { type MouseEvent, memo, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey, dayOfMonth } from '#web/lib/day.ts'
import { formatDay, formatTime } from '#web/lib/time.ts'
import { BandStrip } from './bands/band-marks.tsx'
import { nameBand } from './bands/band-words.ts'
import { type Band, isFirstDay } from './bands/bands.ts'
import { type DayPlan, inOrder, isSamePlan, keyOf } from './calendar-posts.ts'
import { Chip, RunChip } from './chip.tsx'
import { heightOfDay } from './fitting-chips.ts'
import { type FreeActions, FreeChip } from './free/free-chip.tsx'
import type { FreeTime } from './free/use-free-times.ts'
import { NoteChip, notesStyle } from './notes/note-chip.tsx'
import type { DayNote, Notes } from './notes/use-notes.ts'
import { isAhead, type OnCompose } from './quick/use-quick-compose.ts'
import { type Carried, useDropZone } from './use-carry.ts'

interface CellProps {
  readonly profileId: string
  readonly day: Date
  readonly isOutside: boolean
  /** True for the one day that is in the tab order. */
  readonly isCurrent: boolean
  /** True while a post is being written on this day. */
  readonly isComposing: boolean
  /** The number of posts that fit without making the cell taller. */
  readonly fitting: number
  readonly plan: DayPlan
  readonly carried: Carried | null
  /** Forecasts to plan around on this day. */
  readonly bands: readonly Band[]
  readonly notes: readonly DayNote[]
  readonly onNote: Notes['open']
  readonly holidays: readonly string[]
  /** Free posting times, if the view shows them. */
  readonly free: readonly FreeTime[]
  readonly freeActions: FreeActions
  readonly isRowStart: boolean
  readonly onDrop: (postId: string, day: Date) => void
  readonly onCompose: OnCompose
}

/**
 * A day of the month with its posts. A click anywhere else in it writes one, and a post that is dropped here keeps its
 * time of day.
 */
export const DayCell = memo(Cell, isSameDay)

function Cell({
  profileId,
  day,
  isOutside,
  isCurrent,
  isComposing,
  fitting,
  plan,
  carried,
  bands,
  notes,
  onNote,
  holidays,
  free,
  freeActions,
  isRowStart,
  onDrop,
  onCompose,
}: CellProps) {
  const messages = useMessages()
  const { calendar } = messages
  const { mayWrite } = useRights()
  const { isOver, zone } = useDropZone((postId) => onDrop(postId, day))
  const [isOpen, setOpen] = useState(false)
  const key = dayKey(day)
  const isToday = key === dayKey(nowDate())
  const isTarget = carried !== null && dayKey(carried.to) === key
  const mayCompose = mayWrite && isAhead(key)
  const things = inOrder(plan)
  const visibleNotes = isOpen ? notes : notes.filter(({ lane }) => lane < shownNotes)
  // A day shows a post, however many notes it has.
  const noteRows = (visibleNotes.at(-1)?.lane ?? -1) + 1
  const visible = isOpen ? things : things.slice(0, Math.max(1, fitting - noteRows * noteShare))
  const hidden = things.length - visible.length + notes.length - visibleNotes.length
  const compose = (event: MouseEvent<HTMLElement>) => {
    if (isFree(event.target, event.currentTarget)) onCompose(event.currentTarget, key)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles Enter
    <td
      {...zone}
      tabIndex={isCurrent ? 0 : -1}
      data-day={key}
      onClick={mayCompose ? compose : undefined}
      aria-label={[
        calendar.dayHolds(formatDay(day), plan.posts.length),
        ...holidays,
        ...bands.map((band) => nameBand(band, day, messages)),
        ...notes.map(({ note }) => calendar.notes.named(note.text)),
      ].join('. ')}
      aria-current={isToday ? 'date' : undefined}
      // Posts that come later find their room, so that no row grows.
      style={{ blockSize: heightOfDay(fitting) }}
      className={`group/day border-line border-s border-b p-0 align-top -outline-offset-2 ${
        mayCompose ? 'cursor-cell hover:bg-sunken' : ''
      } ${isOver || isTarget ? 'bg-brand-tint' : isComposing ? 'bg-sunken' : isAhead(key) ? '' : 'bg-[color-mix(in_oklab,var(--bg)_65%,var(--surface))]'}`}
    >
      <div className="@container grid grid-cols-[minmax(0,1fr)] gap-0.75 px-1.25 pb-1">
        <div className="flex h-6.5 items-center gap-1 ps-0.75">
          <span
            className={`nums -ms-0.75 min-w-5.5 rounded-full text-center font-medium text-xs leading-5.5 ${
              isToday ? 'bg-brand px-1 text-on-brand' : isOutside ? 'text-ink-3' : ''
            }`}
          >
            {dayOfMonth(day)}
          </span>
          {/* The actions of a day lie over its name while the pointer is in it, so that the name has all the room. */}
          <div
            className={`relative flex min-w-6 flex-1 items-center justify-end self-stretch ${holidays.length > 0 ? '' : 'order-1'}`}
          >
            {holidays.length > 0 && (
              <bdi title={holidays.join(', ')} className="min-w-0 flex-1 truncate text-2xs text-ink-3">
                {holidays.join(', ')}
              </bdi>
            )}
            <div className="absolute inset-y-0 end-0 flex items-center gap-1 opacity-0 focus-within:opacity-100 group-hover/day:opacity-100 has-data-open:opacity-100">
              {mayWrite && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`${calendar.notes.add}: ${formatDay(day)}`}
                  title={calendar.notes.add}
                  onClick={() => onNote({ day: key })}
                  className={`${actionStyle} hidden @min-[9.25rem]:grid`}
                >
                  <Icon name="note" className="size-4" />
                </button>
              )}
              {mayCompose && (
                <button
                  type="button"
                  tabIndex={-1}
                  data-open={isComposing || undefined}
                  aria-label={`${calendar.newHere}: ${formatDay(day)}`}
                  onClick={(event) => onCompose(event.currentTarget.closest('td') ?? event.currentTarget, key)}
                  className={`${actionStyle} grid`}
                >
                  <Icon name="plus" className="size-4" />
                </button>
              )}
            </div>
          </div>
          {free.slice(0, hidden > 0 ? 1 : shownFree).map((time, nth) => (
            <FreeChip
              key={time.at}
              time={time}
              {...freeActions}
              className={nth === 0 && hidden === 0 ? 'grid' : 'hidden @min-[9.25rem]:grid'}
            />
          ))}
          {hidden > 0 && (
            <button
              type="button"
              onClick={() => setOpen(true)}
              className="nums order-2 min-h-6 rounded-sm px-1 font-medium text-2xs text-ink-2 hover:bg-pressed"
            >
              {calendar.more(hidden)}
            </button>
          )}
        </div>
        {bands.length > 0 && (
          <div className="-mx-1.25 grid gap-0.5">
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
        {visibleNotes.length > 0 && (
          <div className={notesStyle}>
            {visibleNotes.map((one) => (
              <NoteChip key={one.note.id} {...one} day={day} isRowStart={isRowStart} onOpen={onNote} />
            ))}
          </div>
        )}
        {isTarget && (
          <p className="nums rounded-sm border border-brand border-dashed px-1 py-0.5 text-brand text-xs">
            {formatTime(carried.to.toISOString())}
          </p>
        )}
        {visible.map(({ at, post, run }) =>
          post ? (
            <Chip
              key={keyOf(post)}
              post={post}
              isCarried={carried?.post.id === post.id}
              isRoomy={things.length + bands.length + notes.length === 1}
            />
          ) : (
            <RunChip key={`${run.ruleId} ${at}`} profileId={profileId} run={run} />
          ),
        )}
      </div>
    </td>
  )
}

/** Returns true if a day would look the same. A moved post regroups all of them, and most stay as they are. */
function isSameDay(before: CellProps, after: CellProps): boolean {
  return (Object.keys(after) as (keyof CellProps)[]).every((name) =>
    name === 'plan' ? isSamePlan(before.plan, after.plan) : before[name] === after[name],
  )
}

const actionStyle = 'size-6 place-items-center rounded-sm bg-raised text-ink-2 shadow-[0_0_0_1px_var(--line-2)]'

/** The number of notes of a day that is not expanded, and the height of each in posts. */
const shownNotes = 2
const noteShare = 0.65

/** The number of free times in the first line of a wide day. A narrow one shows the first. */
const shownFree = 2

/** False for a click on something with its own action, or in a dialog that is in the cell only for React. */
export const isFree = (target: EventTarget, cell: HTMLElement): boolean =>
  target instanceof HTMLElement && cell.contains(target) && target.closest('a, button') === null
