import { useEffect, useRef } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import type { DraftMedia } from '../draft/draft.ts'
import type { ShownFile } from './shown-media.ts'

interface PanelProps {
  readonly file: DraftMedia
  /** The file in the library. Undefined until it is there. */
  readonly known: ShownFile | undefined
  readonly name: string
  /** The name of the alt text’s field. */
  readonly field: string | undefined
  readonly nth: number
  readonly of: number
  readonly onChange: (changes: Partial<DraftMedia>) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onThumbnail: () => void
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** The alt text of a file, its position among the others, and the thumbnail of a video. */
export function FilePanel({
  file,
  known,
  name,
  field,
  nth,
  of,
  onChange,
  onMove,
  onThumbnail,
  onEdit,
  onClose,
}: PanelProps) {
  const { composeMedia: words, writing } = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const isVideo = file.isVideo || known?.isVideo === true
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  return (
    <div ref={box} className="grid gap-2 rounded-md bg-sunken p-3">
      <div className="flex items-center gap-1">
        <OneLine className="flex-1 text-ink-2 text-sm">{name}</OneLine>
        {of > 1 && (
          <>
            <button
              type="button"
              className={iconButtonStyle}
              disabled={nth === 0}
              onClick={() => onMove(-1)}
              aria-label={words.earlier(name)}
            >
              <Icon name="left" className="size-4" />
            </button>
            <button
              type="button"
              className={iconButtonStyle}
              disabled={nth === of - 1}
              onClick={() => onMove(1)}
              aria-label={words.later(name)}
            >
              <Icon name="right" className="size-4" />
            </button>
          </>
        )}
      </div>
      <TextArea
        dir="auto"
        data-field={field}
        label={words.altText}
        value={file.altText}
        onChange={(event) => onChange({ altText: event.target.value })}
        className="min-h-16! supports-[not(field-sizing:content)]:resize-y"
      />
      <div className="flex flex-wrap justify-end gap-2">
        {isVideo && (
          <Button
            variant="quiet"
            className="me-auto"
            onClick={file.thumbnail === undefined ? onThumbnail : () => onChange({ thumbnail: undefined })}
          >
            {file.thumbnail === undefined ? words.chooseThumbnail : words.removeThumbnail}
          </Button>
        )}
        {(isVideo || known?.contentType.startsWith('image/')) && (
          <Button onClick={onEdit}>{isVideo ? words.editVideo : words.editImage}</Button>
        )}
        <Button onClick={onClose}>{writing.fileDone}</Button>
      </div>
    </div>
  )
}
