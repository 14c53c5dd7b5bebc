import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

/** The brand's signature for new posts. It stays the same while a post is written. Null if the brand has none. */
export const signatureQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['signature', profileId],
    queryFn: async () =>
      (await api.listSavedTexts({ profileId, kind: 'signature', auto: ['offer', 'always'], limit: 1 })).texts[0] ??
      null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })
