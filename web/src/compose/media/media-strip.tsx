import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import type { DraftMedia } from '../draft/draft.ts'
import { FilePanel } from './file-panel.tsx'
import { addressOf, type ShownFiles } from './shown-media.ts'
import { isTooLarge, mayHelpToRetry } from './upload.ts'
import { retryUpload, type Upload, useUploads } from './uploads.ts'
import { useKeptAltText } from './use-kept-alt-text.ts'
import type { MediaList } from './use-media.ts'

interface StripProps {
  readonly list: MediaList
  readonly files: ShownFiles
  /** Adds more files from this device. */
  readonly onAdd: () => void
  /** Selects the thumbnail of a video. */
  readonly onThumbnail: (key: string) => void
  readonly onEdit: (key: string) => void
}

/** The files of a part in a row. Each opens a panel with its alt text, position and thumbnail. */
export function MediaStrip({ list, files, onAdd, onThumbnail, onEdit }: StripProps) {
  const { composeMedia: words, writing } = useMessages()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const { media } = list
  const noteAltText = useKeptAltText(media, files, openKey)
  if (media.length === 0) return null
  const nameOf = (file: DraftMedia, nth: number) =>
    file.name || files.get(file.storagePath ?? '')?.fileName || words.file(nth + 1)
  /** Names the field to which a finding about a file leads. Findings of a thread lead to the part. */
  const fieldOf = (nth: number) => (list.part === null ? `media.${nth}` : undefined)
  const at = media.findIndex(({ key }) => key === openKey)
  const open = media[at]
  return (
    <div className="grid gap-3">
      <ul className="flex gap-2.5 scroll-px-1 overflow-x-auto p-1">
        {media.map((file, nth) => (
          <Tile
            key={file.key}
            file={file}
            files={files}
            name={nameOf(file, nth)}
            field={fieldOf(nth)}
            isOpen={file.key === openKey}
            onOpen={() => setOpenKey(file.key === openKey ? null : file.key)}
            onMove={(by) => list.move(file.key, by)}
            onRemove={() => list.remove(file.key)}
          />
        ))}
        <li className="shrink-0">
          <button
            type="button"
            onClick={onAdd}
            className="grid size-26 place-content-center justify-items-center gap-1 rounded-md border-[1.5px] border-line-strong border-dashed text-ink-3 text-sm hover:bg-sunken hover:text-ink sm:size-31"
          >
            <Icon name="plus" className="size-5" />
            {writing.addMore}
          </button>
        </li>
      </ul>
      {open && (
        <FilePanel
          key={open.key}
          file={open}
          known={files.get(open.storagePath ?? '')}
          name={nameOf(open, at)}
          field={fieldOf(at)}
          nth={at}
          of={media.length}
          onChange={(changes) => {
            if (changes.altText !== undefined) noteAltText(open.key)
            list.change(open.key, changes)
          }}
          onMove={(by) => list.move(open.key, by)}
          onThumbnail={() => onThumbnail(open.key)}
          onEdit={() => onEdit(open.key)}
          onClose={() => setOpenKey(null)}
        />
      )}
    </div>
  )
}

interface TileProps {
  readonly file: DraftMedia
  readonly files: ShownFiles
  readonly name: string
  readonly field: string | undefined
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: () => void
}

/** A file: its picture, upload progress, and whether it has an alt text. */
function Tile({ file, files, name, field, isOpen, onOpen, onMove, onRemove }: TileProps) {
  const { composeMedia: words, shell, writing } = useMessages()
  const upload = useUploads().get(file.key)
  const known = files.get(file.storagePath ?? '')
  const isVideo = file.isVideo || known?.isVideo === true
  const hasAlt = file.altText !== ''
  return (
    <li
      onKeyDown={({ altKey, key, currentTarget }) => {
        if (!altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
        const isMirrored = getComputedStyle(currentTarget).direction === 'rtl'
        onMove((key === 'ArrowRight') === isMirrored ? -1 : 1)
      }}
      className="group relative size-26 shrink-0 sm:size-31"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        data-opens={isOpen ? undefined : field}
        aria-label={`${writing.editFile(name)}. ${hasAlt ? words.hasAlt : words.noAlt}`}
        onClick={onOpen}
        className="grid size-full place-items-center overflow-hidden rounded-md bg-sunken aria-expanded:outline-2 aria-expanded:outline-brand"
      >
        <Thumbnail address={addressOf(file, files)} isVideo={isVideo} poster={known?.posterUrl ?? null} />
        <span
          className={`absolute start-1.5 bottom-1.5 flex items-center gap-1 rounded-sm px-1.5 font-semibold text-[0.6875rem] leading-4.5 ${hasAlt ? 'bg-ink/85 text-bg' : 'bg-brass text-[oklch(0.25_0.05_70)]'}`}
        >
          {hasAlt ? <Icon name="check" className="size-3" /> : '+'}
          {writing.alt}
        </span>
      </button>
      {upload && <Progress upload={upload} />}
      <button
        type="button"
        onClick={onRemove}
        aria-label={`${shell.remove}: ${name}`}
        className="absolute end-1 top-1 grid size-7 place-items-center rounded-full bg-bg/90 text-ink-2 hover:text-ink max-md:size-9"
      >
        <Icon name="close" className="size-4" />
      </button>
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
  if (error) {
    const reason = isTooLarge(error) ? words.tooLarge : explain(error, messages).text
    return (
      <div
        role="alert"
        title={reason}
        className="pointer-events-none absolute inset-0 grid content-end gap-1 rounded-md bg-bg/90 p-2 pt-8 text-center"
      >
        <p className="line-clamp-2 text-failed text-xs">{reason}</p>
        {mayHelpToRetry(error) && (
          <Button className="pointer-events-auto min-h-8! px-2 text-sm" onClick={() => retryUpload(key)}>
            {shell.retry}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="pointer-events-none absolute inset-x-1.5 bottom-1.5 grid gap-1 rounded-sm bg-bg/90 px-1.5 py-1 text-xs">
      <span className="nums">{words.uploading(Math.round(part * 100))}</span>
      <progress value={part} max={1} aria-label={words.uploading(Math.round(part * 100))} className="h-1 w-full" />
    </div>
  )
}
