import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Note = Result<'listInboxNotes'>['notes'][number]

/** The drawing of a lock, the mark of notes. */
export const lock = 'M5.5 9h9v7h-9zM7 9V6.5a3 3 0 0 1 6 0V9'

const pollMs = 30_000

/** The notes of colleagues on a conversation, oldest first. */
export const notesQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'notes', id],
    queryFn: async () => (await api.listInboxNotes({ id })).notes,
    refetchInterval: pollMs,
  })
