import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { queryClient } from '#web/app/queries.ts'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useRights } from '#web/app/rights/rights.ts'
import { isTooLarge, mayHelpToRetry } from '#web/compose/media/upload.ts'
import { cancelUpload, retryUpload, startUpload, useUploads } from '#web/compose/media/uploads.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { randomKey } from '#web/lib/browser/random-key.ts'
import { acceptedFiles } from '#web/lib/file-types.ts'
import { formatPercent } from '#web/lib/number.ts'
import { Button } from '#web/ui/button.tsx'
import { explain } from '#web/ui/problem/explain.ts'

interface AddProps {
  readonly onFiles: (files: Iterable<File>) => void
}

/** Selects files on the device. Hidden for viewers. */
export function AddFiles(props: AddProps) {
  return (
    <WritersOnly>
      <FilesButton {...props} />
    </WritersOnly>
  )
}

function FilesButton({ onFiles }: AddProps) {
  const { library } = useMessages()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="primary" onClick={() => input.current?.click()}>
        <Icon name="plus" className="size-4" />
        {library.add}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        aria-label={library.add}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

interface DropProps {
  readonly onFiles: (files: Iterable<File>) => void
  readonly children: ReactNode
}

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Handles files that are dropped on the page. The button for adding files does the same without a pointer. */
export function DropArea({ onFiles, children }: DropProps) {
  const { library } = useMessages()
  const { mayWrite } = useRights()
  const [isOver, setOver] = useState(false)
  if (!mayWrite) return children
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first.
    <div
      className="relative min-h-full"
      onDragOver={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <p className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-brand border-dashed bg-bg/85 font-semibold text-lg">
          {library.drop}
        </p>
      )}
    </div>
  )
}

/** The uploads in progress. */
export function UploadList() {
  const messages = useMessages()
  const { composeMedia, library, shell } = messages
  const uploads = [...useUploads().values()]
  if (uploads.length === 0) return null
  return (
    <ul aria-label={library.uploads} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {uploads.map(({ key, file, part, error }) => (
        <li key={key} className="flex items-center gap-3 px-4 py-2">
          <div className="grid min-w-0 flex-1 gap-1">
            <p className="truncate">
              {error ? library.stopped(file.name) : library.uploading(file.name, formatPercent(part * 100))}
            </p>
            {error ? (
              <p className="text-failed text-sm">
                {isTooLarge(error) ? composeMedia.tooLarge : explain(error, messages).text}
              </p>
            ) : (
              <progress aria-label={file.name} max={1} value={part} className="h-1 w-full" />
            )}
          </div>
          {error && mayHelpToRetry(error) && (
            <Button aria-label={library.retry(file.name)} onClick={() => retryUpload(key)}>
              {shell.retry}
            </Button>
          )}
          <Button variant="quiet" aria-label={library.cancel(file.name)} onClick={() => cancelUpload(key)}>
            <Icon name="close" className="size-4" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Returns a function that uploads files to the library of a brand, a few at a time. */
export const useSendFiles =
  (profileId: string): ((files: Iterable<File>) => void) =>
  (files) => {
    for (const file of files) {
      startUpload({
        key: randomKey(),
        file,
        profileId,
        onDone: () => void queryClient.invalidateQueries({ queryKey: ['media'] }),
      })
    }
  }
