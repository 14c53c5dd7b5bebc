import type { Item } from '@posthorn/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import type { Kind, Use } from './library-search.ts'

export type MediaFile = Item<'listMedia', 'media'>

const atOnce = 60

export const libraryQuery = (profileId: string) =>
  infiniteQueryOptions({
    queryKey: ['media', 'library', profileId, atOnce],
    queryFn: ({ pageParam }) => api.listMedia({ profileId, limit: atOnce, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const isVideo = ({ contentType }: Pick<MediaFile, 'contentType'>): boolean => isPlayed(contentType)

interface Wanted {
  readonly kind: Kind
  readonly use: Use
  readonly search: string
}

/** True for a file of the chosen kind and use that has every word of the search somewhere. */
export function matches(file: MediaFile, postCount: number, { kind, use, search }: Wanted): boolean {
  if (use !== 'any' && postCount > 0 !== (use === 'used')) return false
  if (kind !== 'all' && isVideo(file) !== (kind === 'videos')) return false
  const text = [file.fileName, file.altText ?? '', ...file.tags].join(' ').toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
