import type { Item } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type SavedText = Item<'listSavedTexts', 'texts'>

const mostListed = 100

/** The saved texts of a brand that contain what was typed, newest first. */
export const textsQuery = (profileId: string, q = '') =>
  queryOptions({
    queryKey: ['texts', profileId, q],
    queryFn: async () => (await api.listSavedTexts({ profileId, limit: mostListed, ...(q && { q }) })).texts,
  })
