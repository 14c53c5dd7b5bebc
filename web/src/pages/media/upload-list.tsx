import { isTooLarge } from '#web/compose/media/upload.ts'
import { cancelUpload, retryUpload, useUploads } from '#web/compose/media/uploads.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatPercent } from '#web/lib/number.ts'
import { Button } from '#web/ui/button.tsx'
import { explain } from '#web/ui/problem/explain.ts'

/** The files that are on their way, each with what is sent of it. */
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
          {error && !isTooLarge(error) && (
            <Button aria-label={library.retry(file.name)} onClick={() => retryUpload(key)}>
              {shell.retry}
            </Button>
          )}
          <Button look="quiet" aria-label={library.cancel(file.name)} onClick={() => cancelUpload(key)}>
            <Icon name="close" className="size-4" />
          </Button>
        </li>
      ))}
    </ul>
  )
}
