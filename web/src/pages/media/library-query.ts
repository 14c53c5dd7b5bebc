import type { Item, Result } from '@posthorn/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import type { Kind, Use } from './library-search.ts'

export type MediaFile = Item<'listMedia', 'media'>

const atOnce = 60

interface LibraryFilter {
  readonly label: string | undefined
  readonly author: string | undefined
}

/** The files of a brand, newest first. A label and an author narrow them. */
export const libraryQuery = (profileId: string, { label, author }: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: ['media', 'library', profileId, atOnce, label ?? '', author ?? ''],
    queryFn: ({ pageParam }) =>
      api.listMedia({
        ...{ profileId, limit: atOnce },
        ...(label && { label }),
        ...(author && { authorUid: author }),
        ...(pageParam && { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const isVideo = ({ contentType }: Pick<MediaFile, 'contentType'>): boolean => isPlayed(contentType)

interface Wanted {
  readonly kind: Kind
  readonly use: Use
  readonly search: string
}

/** True for a file of the chosen type and use that contains every word of the search. */
export function matches(file: MediaFile, postCount: number, { kind, use, search }: Wanted): boolean {
  if (use !== 'any' && postCount > 0 !== (use === 'used')) return false
  if (kind !== 'all' && isVideo(file) !== (kind === 'videos')) return false
  const text = [file.fileName, file.altText ?? '', ...file.tags].join(' ').toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export type Uses = Result<'listMediaPosts'>

/** The posts that use a file. Live events of posts make it stale. */
export const usesQuery = (id: string) =>
  queryOptions({ queryKey: ['posts', 'of-media', id], queryFn: () => api.listMediaPosts({ id }) })

/** The number of posts that use each file of a profile, by file ID. Unused files are omitted. */
export const useCountsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'media-uses'],
    queryFn: async () => (await api.listMediaUses({ profileId })).uses,
    select: (uses): UseCounts => new Map(uses.map(({ mediaId, posts }) => [mediaId, posts])),
  })

type UseCounts = ReadonlyMap<string, number>
