import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { MediaList } from './use-media.ts'

interface LibraryProps {
  readonly profileId: string
  readonly onChoose: MediaList['add']
  /** If true, videos cannot be chosen. */
  readonly isForImages?: boolean
  readonly onClose: () => void
}

/** Selects a previously uploaded file. Its description is kept. */
export function LibraryDialog({ profileId, onChoose, onClose, isForImages = false }: LibraryProps) {
  const { composeMedia: words, shell } = useMessages()
  const pages = useInfiniteQuery({
    queryKey: ['media', 'library', profileId],
    queryFn: ({ pageParam }) => api.listMedia({ profileId, limit: 30, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const all = pages.data?.pages.flatMap(({ media }) => media) ?? []
  const files = isForImages ? all.filter(({ contentType }) => contentType.startsWith('image/')) : all
  return (
    <Dialog title={words.libraryTitle} isWide onClose={onClose}>
      {pages.error && <ProblemBanner error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && files.length === 0 && <p className="py-8 text-center text-ink-3">{words.libraryEmpty}</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {files.map(({ id, url, posterUrl, fileName, storagePath, contentType, altText }) => {
          const isVideo = isPlayed(contentType)
          return (
            <li key={id}>
              <button
                type="button"
                className="group grid w-full grid-cols-[minmax(0,1fr)] gap-1 rounded-md text-start"
                onClick={() => {
                  onChoose({ name: fileName, storagePath, shownAt: url, isVideo, altText: altText ?? '' })
                  onClose()
                }}
              >
                <span className="block aspect-square overflow-hidden rounded-md bg-sunken ring-line-strong group-hover:ring-2">
                  {(!isVideo || posterUrl) && (
                    <img src={posterUrl ?? url} alt={altText ?? ''} loading="lazy" className="size-full object-cover" />
                  )}
                </span>
                <OneLine className="text-ink-2 text-sm">{fileName}</OneLine>
              </button>
            </li>
          )
        })}
      </ul>
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {words.more}
        </Button>
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
