import type { CSSProperties } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { dayKey } from '#web/lib/day.ts'
import { formatDates } from '#web/lib/time.ts'
import type { DayNote, Notes } from './use-notes.ts'

interface ChipProps extends DayNote {
  readonly day: Date
  /** True for a day that begins a row, where the text of a longer note is repeated. */
  readonly isRowStart: boolean
  readonly onOpen: Notes['open']
}

/** The lines of the notes of a day, which are as tall as a chip even where a day has none. */
export const notesStyle = 'grid auto-rows-[1.5rem] grid-cols-[minmax(0,1fr)] gap-0.75'

/** A note on a day of the grid. A note of several days is one bar, which names itself at the start of each row. */
export function NoteChip({ note, lane, paint, day, isRowStart, onOpen }: ChipProps) {
  const { calendar } = useMessages()
  const key = dayKey(day)
  const isStart = note.fromDate === key
  const isNamed = isStart || isRowStart
  return (
    <button
      type="button"
      title={note.text}
      aria-label={calendar.notes.named(note.text)}
      onClick={() => onOpen({ note })}
      style={{ ...varsOf(paint), gridRow: lane + 1 }}
      className={`${colorsOf(paint)} flex h-6 min-w-0 items-center gap-1.25 overflow-hidden px-1.5 font-medium text-2xs -outline-offset-2 ${
        isStart ? 'rounded-s-sm' : '-ms-1.25'
      } ${note.toDate === key ? 'rounded-e-sm' : '-me-1.25'}`}
    >
      {isNamed && (
        <>
          <Icon name="note" className={`size-3 shrink-0 ${paint ? 'text-(--c)' : ''}`} />
          <bdi className="truncate">{note.text}</bdi>
        </>
      )}
    </button>
  )
}

/** A note in a list, as one line. A note of several days names its period. */
export function NoteLine({ note, paint, onOpen }: Omit<ChipProps, 'day' | 'isRowStart' | 'lane'>) {
  const { calendar } = useMessages()
  const { fromDate, toDate } = note
  return (
    <button
      type="button"
      onClick={() => onOpen({ note })}
      style={varsOf(paint)}
      className={`${colorsOf(paint)} flex min-h-9 w-full min-w-0 items-center gap-3 px-4 py-1.5 text-start font-medium text-sm -outline-offset-2 pointer-coarse:min-h-11`}
    >
      <Icon name="note" className={`size-4 shrink-0 ${paint ? 'text-(--c)' : ''}`} />
      <span className="sr-only">{calendar.notes.named('')}</span>
      <bdi className="wrap-anywhere line-clamp-2">{note.text}</bdi>
      {fromDate < toDate && (
        <span className="nums ms-auto shrink-0 whitespace-nowrap font-normal">{formatDates(fromDate, toDate)}</span>
      )}
    </button>
  )
}

/** Brass, or a tint of the color of the label. */
const colorsOf = (paint: string | null): string =>
  paint === null ? 'bg-brass-tint text-brass-ink' : 'bg-[color-mix(in_oklab,var(--c)_16%,var(--surface))] text-ink'

const varsOf = (paint: string | null): CSSProperties => (paint === null ? {} : ({ '--c': paint } as CSSProperties))
