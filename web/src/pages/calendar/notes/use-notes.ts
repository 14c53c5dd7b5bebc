import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { dayKey } from '#web/lib/day.ts'
import { labelsQuery, paintOf } from '#web/posts/labels/labels-query.ts'
import { type Note, notesQuery } from './notes-query.ts'

/** A note on a day, with the color of its label. */
export interface DayNote {
  readonly note: Note
  /** The line of the note among those of its week, so that a note of several days is one straight bar. */
  readonly lane: number
  /** Null for a note without a label. */
  readonly paint: string | null
}

/** The note that a dialog shows, or the day of a new one. */
export type OpenNote = { readonly note: Note } | { readonly day: string }

/** The notes of a calendar view: those of each day, and the one in the dialog. */
export interface Notes {
  readonly of: (day: Date) => readonly DayNote[]
  readonly open: (note: OpenNote) => void
}

const noNotes: readonly DayNote[] = []

export function useNotes(profileId: string, days: readonly Date[]) {
  const { data } = useQuery(notesQuery(profileId, days))
  const { data: labels } = useQuery(labelsQuery(profileId))
  const [shown, setShown] = useState<OpenNote | null>(null)
  const of = useMemo(() => {
    const colorOf = (labelId: string | null) =>
      labelId === null ? null : paintOf(labels?.find(({ id }) => id === labelId)?.color)
    const painted = (data ?? []).map((note) => ({ note, paint: colorOf(note.labelId) }))
    const byDay = new Map(placeByWeek(painted, days.map(dayKey)))
    return (day: Date): readonly DayNote[] => byDay.get(dayKey(day)) ?? noNotes
  }, [data, labels, days])
  const notes: Notes = useMemo(() => ({ of, open: setShown }), [of])
  return { notes, shown, close: useCallback(() => setShown(null), []) }
}

const weekDays = 7

/** Gives each note the first free lane of each week, and lists the notes of each day by lane. */
function* placeByWeek(
  notes: readonly Omit<DayNote, 'lane'>[],
  keys: readonly string[],
): Generator<readonly [string, readonly DayNote[]]> {
  for (let start = 0; start < keys.length; start += weekDays) {
    const week = keys.slice(start, start + weekDays)
    const [first = '', last = ''] = [week[0], week.at(-1)]
    const ends: string[] = []
    const placed = notes
      .filter(({ note }) => note.fromDate <= last && first <= note.toDate)
      .map((one) => {
        const free = ends.findIndex((end) => end < one.note.fromDate)
        const lane = free === -1 ? ends.length : free
        ends[lane] = one.note.toDate
        return { ...one, lane }
      })
      .sort((one, other) => one.lane - other.lane)
    for (const key of week) yield [key, placed.filter(({ note }) => note.fromDate <= key && key <= note.toDate)]
  }
}
