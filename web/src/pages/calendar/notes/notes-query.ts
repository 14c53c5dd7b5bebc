import type { Item } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { dayKey } from '#web/lib/day.ts'

export type Note = Item<'listCalendarNotes', 'notes'>

const atOnce = 200

async function readNotes(profileId: string, from: string, to: string): Promise<readonly Note[]> {
  const all: Note[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.listCalendarNotes>> = await api.listCalendarNotes({
      ...{ profileId, from, to, limit: atOnce },
      ...(cursor && { cursor }),
    })
    all.push(...page.notes)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

const keyOf = (day: Date | undefined): string => (day ? dayKey(day) : '')

/** The notes on the days of a view. */
export const notesQuery = (profileId: string, days: readonly Date[]) => {
  const [from, to] = [keyOf(days[0]), keyOf(days.at(-1))]
  return queryOptions({
    queryKey: ['calendar-notes', profileId, from, to],
    queryFn: () => readNotes(profileId, from, to),
  })
}

/** Reads the notes again, after one has changed. */
export const refreshNotes = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['calendar-notes'] })
