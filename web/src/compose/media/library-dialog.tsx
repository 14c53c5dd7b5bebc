import type { Item } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { StockChoice, StockSearch } from './stock/late-stock.ts'
import type { MediaPlace } from './stock/stock-parts.tsx'
import { stockProvidersQuery } from './stock/stock-query.ts'
import type { MediaList } from './use-media.ts'

interface LibraryProps {
  readonly profileId: string
  readonly list: MediaList
  /** The video that the file becomes the thumbnail of. If omitted, the file is added to the list. */
  readonly thumbnailOf: string | undefined
  readonly onClose: () => void
}

/** Selects a previously uploaded file, or a stock photo or GIF if a provider is set up. Its description is kept. */
export function LibraryDialog({ profileId, list, thumbnailOf, onClose }: LibraryProps) {
  const { composeMedia: words, shell } = useMessages()
  const hasStock = useQuery(stockProvidersQuery).data?.length
  const [place, setPlace] = useState<MediaPlace>('library')
  const choose = ({ fileName: name, storagePath, url: shownAt, contentType, altText }: ChosenFile) => {
    if (thumbnailOf === undefined)
      list.add({ name, storagePath, shownAt, isVideo: isPlayed(contentType), altText: altText ?? '' })
    else list.change(thumbnailOf, { thumbnail: storagePath })
    onClose()
  }
  const credit = thumbnailOf === undefined ? (line: string) => addLine(list, line) : undefined
  return (
    <Dialog title={words.libraryTitle} isWide onClose={onClose}>
      {hasStock ? <StockChoice value={place} onChange={setPlace} /> : null}
      {place === 'library' ? (
        <LibraryFiles profileId={profileId} isForImages={thumbnailOf !== undefined} onChoose={choose} />
      ) : (
        <StockSearch key={place} kind={place} profileId={profileId} onAdd={choose} onCredit={credit} />
      )}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Adds a line at the end of the text of the part. */
function addLine({ update, part }: MediaList, line: string): void {
  const add = <Part extends { readonly content: string }>(one: Part) => ({
    ...one,
    content: `${one.content}\n\n${line}`.trim(),
  })
  update((before) =>
    part === null
      ? add(before)
      : { ...before, thread: before.thread.map((one) => (one.key === part ? add(one) : one)) },
  )
}

type ChosenFile = Item<'listMedia', 'media'>

interface FilesProps {
  readonly profileId: string
  /** If true, videos cannot be chosen. */
  readonly isForImages: boolean
  readonly onChoose: (file: ChosenFile) => void
}

function LibraryFiles({ profileId, onChoose, isForImages }: FilesProps) {
  const { composeMedia: words } = useMessages()
  const pages = useInfiniteQuery({
    queryKey: ['media', 'library', profileId],
    queryFn: ({ pageParam }) => api.listMedia({ profileId, limit: 30, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const all = pages.data?.pages.flatMap(({ media }) => media) ?? []
  const files = isForImages ? all.filter(({ contentType }) => contentType.startsWith('image/')) : all
  return (
    <>
      {pages.error && <ProblemBanner error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && files.length === 0 && <p className="py-8 text-center text-ink-3">{words.libraryEmpty}</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {files.map((file) => {
          const { id, url, posterUrl, fileName, contentType, altText } = file
          const isVideo = isPlayed(contentType)
          return (
            <li key={id}>
              <button
                type="button"
                className="group grid w-full grid-cols-[minmax(0,1fr)] gap-1 rounded-md text-start"
                onClick={() => onChoose(file)}
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
    </>
  )
}
