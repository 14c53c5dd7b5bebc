import { useId } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import type { DraftMedia } from '../draft/draft.ts'
import { addressOf, type ShownFiles } from './shown-media.ts'
import { isTooLarge } from './upload.ts'
import { retryUpload, type Upload, useUploads } from './uploads.ts'

interface CardProps {
  readonly file: DraftMedia
  readonly files: ShownFiles
  readonly nth: number
  readonly of: number
  readonly onChange: (changes: Partial<DraftMedia>) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
  /** Selects the thumbnail of a video. */
  readonly onThumbnail: () => void
}

const small = 'grid size-9 place-items-center rounded-md text-ink-3 hover:bg-sunken hover:text-ink disabled:opacity-40'

/** A file of the post: its preview, upload progress, position and description. */
export function MediaCard({ file, files, nth, of, onChange, onMove, onRemove, onThumbnail }: CardProps) {
  const { composeMedia: words, shell } = useMessages()
  const id = useId()
  const upload = useUploads().get(file.key)
  const known = files.get(file.storagePath ?? '')
  const name = file.name || known?.fileName || words.file(nth + 1)
  const isVideo = file.isVideo || known?.isVideo === true
  return (
    <li
      onKeyDown={({ altKey, key }) => {
        if (altKey && key === 'ArrowLeft' && nth > 0) onMove(-1)
        if (altKey && key === 'ArrowRight' && nth < of - 1) onMove(1)
      }}
      className="grid min-w-0 content-start overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="relative grid h-40 place-items-center overflow-hidden bg-sunken">
        <Thumbnail address={addressOf(file, files)} isVideo={isVideo} poster={known?.posterUrl ?? null} />
        <span
          className={`absolute start-2 bottom-2 rounded-full px-2 py-0.5 font-medium text-xs ${file.altText ? 'bg-ink/85 text-bg' : 'bg-bg/90 text-ink-2'}`}
        >
          {file.altText ? words.hasAlt : words.noAlt}
        </span>
        {upload && <Progress upload={upload} />}
      </div>
      <div className="flex items-center gap-1 border-line border-b ps-3 pe-1">
        <OneLine className="flex-1 text-ink-2 text-sm">{name}</OneLine>
        {of > 1 && (
          <>
            <button
              type="button"
              className={small}
              disabled={nth === 0}
              onClick={() => onMove(-1)}
              aria-label={words.earlier(name)}
            >
              <Icon name="left" className="size-4 rtl:rotate-180" />
            </button>
            <button
              type="button"
              className={small}
              disabled={nth === of - 1}
              onClick={() => onMove(1)}
              aria-label={words.later(name)}
            >
              <Icon name="right" className="size-4 rtl:rotate-180" />
            </button>
          </>
        )}
        <button type="button" className={small} onClick={onRemove} aria-label={`${shell.remove}: ${name}`}>
          <Icon name="close" className="size-4" />
        </button>
      </div>
      {isVideo && (
        <div className="border-line border-b px-1 py-1">
          <Button
            variant="quiet"
            onClick={file.thumbnail === undefined ? onThumbnail : () => onChange({ thumbnail: undefined })}
          >
            {file.thumbnail === undefined ? words.chooseThumbnail : words.removeThumbnail}
          </Button>
        </div>
      )}
      <label htmlFor={id} className="sr-only">
        {words.altText}
      </label>
      <textarea
        id={id}
        dir="auto"
        placeholder={words.altText}
        value={file.altText}
        onChange={(event) => onChange({ altText: event.target.value })}
        className="field-sizing-content min-h-16 w-full resize-none bg-transparent px-3 py-2 text-lg outline-offset-[-2px] sm:text-base"
      />
    </li>
  )
}

interface ThumbnailProps {
  readonly address: string
  readonly isVideo: boolean
  readonly poster: string | null
}

function Thumbnail({ address, isVideo, poster }: ThumbnailProps) {
  if (address === '') return <Icon name="image" className="size-8 text-ink-3" />
  if (!isVideo) return <img src={address} alt="" className="size-full object-cover" />
  return <video src={address} poster={poster ?? undefined} muted className="size-full object-cover" />
}

function Progress({ upload: { key, part, error } }: { readonly upload: Upload }) {
  const messages = useMessages()
  const { composeMedia: words, shell } = messages
  if (error)
    return (
      <div
        role="alert"
        className="absolute inset-0 grid content-center justify-items-center gap-2 bg-bg/90 p-3 text-center"
      >
        <p className="line-clamp-3 text-failed text-sm">
          {isTooLarge(error) ? words.tooLarge : explain(error, messages).text}
        </p>
        {!isTooLarge(error) && <Button onClick={() => retryUpload(key)}>{shell.retry}</Button>}
      </div>
    )
  return (
    <div className="absolute inset-x-2 top-2 grid gap-1 rounded-md bg-bg/90 px-2 py-1.5 text-xs">
      <span className="nums">{words.uploading(Math.round(part * 100))}</span>
      <progress value={part} max={1} aria-label={words.uploading(Math.round(part * 100))} className="h-1 w-full" />
    </div>
  )
}
