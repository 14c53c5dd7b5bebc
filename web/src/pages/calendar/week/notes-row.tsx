import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { dayKey } from '#web/lib/day.ts'
import { formatDay } from '#web/lib/time.ts'
import { isFree } from '../day-cell.tsx'
import { NoteChip, notesStyle } from '../notes/note-chip.tsx'
import type { Notes } from '../notes/use-notes.ts'

interface RowProps {
  readonly days: readonly Date[]
  readonly notes: Notes
}

/** The notes of a week, above its hours. A click next to them writes one. */
export function NotesRow({ days, notes }: RowProps) {
  const { calendar } = useMessages()
  const { mayWrite } = useRights()
  return (
    <tr>
      <th scope="row" className="border-line border-b px-1 text-center font-normal text-2xs text-ink-3">
        {calendar.notes.row}
      </th>
      {days.map((day, nth) => {
        const key = dayKey(day)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the page handles the key N
          <td
            key={key}
            onClick={
              mayWrite
                ? ({ target, currentTarget }) => isFree(target, currentTarget) && notes.open({ day: key })
                : undefined
            }
            className={`group/notes border-line border-s border-b p-0 align-top ${mayWrite ? 'cursor-cell' : ''}`}
          >
            <div className={`${notesStyle} min-h-7 px-1.25 py-0.5`}>
              {notes.of(day).map((one) => (
                <NoteChip key={one.note.id} {...one} day={day} isRowStart={nth === 0} onOpen={notes.open} />
              ))}
              {mayWrite && notes.of(day).length === 0 && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={`${calendar.notes.add}: ${formatDay(day)}`}
                  onClick={() => notes.open({ day: key })}
                  className="flex h-6 cursor-cell items-center gap-1 rounded-sm px-1.5 text-2xs text-ink-3 opacity-0 hover:bg-sunken focus-visible:opacity-100 group-hover/notes:opacity-100"
                >
                  <Icon name="plus" className="size-3" />
                  <span className="truncate">{calendar.notes.add}</span>
                </button>
              )}
            </div>
          </td>
        )
      })}
    </tr>
  )
}
