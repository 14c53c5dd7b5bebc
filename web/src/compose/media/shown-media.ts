import { useQuery } from '@tanstack/react-query'
import type { ViewInput } from '#rules/view.ts'
import { api } from '#web/app/api.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import type { Draft, DraftMedia } from '../draft/draft.ts'

/** A file as the library knows it. */
export interface ShownFile {
  readonly id: string
  readonly url: string
  readonly posterUrl: string | null
  readonly fileName: string
  readonly isVideo: boolean
  readonly contentType: string
  readonly animated: boolean | null
  readonly width: number | null
  readonly height: number | null
  readonly altText: string | null
}

/** The files by path, and by path and view. */
export type ShownFiles = ReadonlyMap<string, ShownFile>

const noFiles: ShownFiles = new Map()

/** A file by its path in the library, once it is uploaded. */
interface Named {
  readonly storagePath?: string | null | undefined
  readonly view?: ViewInput | undefined
}

interface Naming {
  readonly media: readonly Named[]
  readonly own?: Readonly<Record<string, { readonly media?: readonly Named[] }>>
  readonly thread: readonly { readonly media: readonly Named[] }[]
}

/** Looks up the files of a draft by path: a stored post has only paths. */
export function useShownFiles(draft: Naming): ShownFiles {
  const media = [draft, ...draft.thread, ...Object.values(draft.own ?? {})].flatMap((part) => part.media ?? [])
  const paths = media.flatMap(({ storagePath }) => storagePath ?? [])
  const files = useQuery({
    queryKey: ['media', 'paths', paths],
    queryFn: async () => {
      const { media } = await api.listMedia({ storagePath: paths, limit: 100 })
      return new Map(media.map((file) => [file.storagePath, { ...file, isVideo: isPlayed(file.contentType) }]))
    },
    enabled: paths.length > 0,
    // File URLs are valid for a day.
    staleTime: 3_600_000,
  })
  const known = files.data ?? noFiles
  const drawn = useQuery({
    queryKey: ['media', 'views', media.map(keyOf)],
    queryFn: () => drawViews(known, media),
    enabled: known.size > 0 && media.some(({ view }) => view),
    placeholderData: (before) => before,
  })
  return drawn.data ?? known
}

/** Adds the files as a post shows them. */
async function drawViews(files: ShownFiles, media: readonly Named[]): Promise<ShownFiles> {
  const { drawView } = await import('./draw-view.ts')
  const drawn = media.map(async ({ storagePath, view }) => {
    const file = files.get(storagePath ?? '')
    if (!file || !view) return []
    return [[keyOf({ storagePath, view }), { ...file, url: await drawView(file.url, view) }] as const]
  })
  return new Map([...files, ...(await Promise.all(drawn)).flat()])
}

/** The key of a file as a post shows it. */
const keyOf = ({ storagePath, view }: Named): string => `${storagePath}${view ? JSON.stringify(view) : ''}`

/** Returns a file as a post shows it: the part of an image, once it is drawn. */
export const shownFileOf = (file: Named, files: ShownFiles): ShownFile | undefined => files.get(keyOf(file))

/** Marks the videos of a draft. The path of a stored file does not tell what it is. */
export function markVideos(draft: Draft, files: ShownFiles): Draft {
  const isUnmarked = (file: DraftMedia) => !file.isVideo && shownFileOf(file, files)?.isVideo === true
  if (!draft.media.some(isUnmarked)) return draft
  return { ...draft, media: draft.media.map((file) => (isUnmarked(file) ? { ...file, isVideo: true } : file)) }
}

/** Returns the URL at which the page can show a file. Empty if there is none. */
export const addressOf = (file: DraftMedia, files: ShownFiles): string =>
  (file.view ? undefined : file.shownAt) || (shownFileOf(file, files)?.url ?? '')
