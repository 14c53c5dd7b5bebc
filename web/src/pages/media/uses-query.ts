import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Uses = Result<'listMediaPosts'>

/** The posts that use a file. Live events of posts make it stale. */
export const usesQuery = (id: string) =>
  queryOptions({ queryKey: ['posts', 'of-media', id], queryFn: () => api.listMediaPosts({ id }) })

/** The number of posts that use each file of a profile, by the id of the file. Files without a post are left out. */
export const useCountsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'media-uses'],
    queryFn: async () => (await api.listMediaUses({ profileId })).uses,
    select: (uses): UseCounts => new Map(uses.map(({ mediaId, posts }) => [mediaId, posts])),
  })

type UseCounts = ReadonlyMap<string, number>
