import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import type { DraftMedia } from '../draft/draft.ts'

/** A file as the library knows it. */
interface ShownFile {
  readonly id: string
  readonly url: string
  readonly posterUrl: string | null
  readonly fileName: string
  readonly isVideo: boolean
  readonly altText: string | null
}

export type ShownFiles = ReadonlyMap<string, ShownFile>

const noFiles: ShownFiles = new Map()

/** A file by its path in the library, once it is uploaded. */
interface Named {
  readonly storagePath?: string | null | undefined
}

interface Naming {
  readonly media: readonly Named[]
  readonly thread: readonly { readonly media: readonly Named[] }[]
}

/** Looks up the files of a draft by path: a stored post has only paths. */
export function useShownFiles(draft: Naming): ShownFiles {
  const paths = [draft.media, ...draft.thread.map(({ media }) => media)]
    .flat()
    .flatMap(({ storagePath }) => storagePath ?? [])
  const files = useQuery({
    queryKey: ['media', 'paths', paths],
    queryFn: async () => {
      const { media } = await api.listMedia({ storagePath: paths, limit: 100 })
      return new Map(
        media.map(({ id, url, posterUrl, fileName, contentType, storagePath, altText }) => [
          storagePath,
          { id, url, posterUrl, fileName, isVideo: isPlayed(contentType), altText },
        ]),
      )
    },
    enabled: paths.length > 0,
    // File URLs are valid for a day.
    staleTime: 3_600_000,
  })
  return files.data ?? noFiles
}

/** Returns the URL at which the page can show a file. Empty if there is none. */
export const addressOf = ({ storagePath, shownAt }: DraftMedia, files: ShownFiles): string =>
  shownAt || (files.get(storagePath ?? '')?.url ?? '')
