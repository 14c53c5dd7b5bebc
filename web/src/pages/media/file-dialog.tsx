import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { tell } from '#web/ui/toast.tsx'
import { DescribeForm } from './describe-form.tsx'
import { isVideo, type MediaFile } from './library-query.ts'
import { UsedIn } from './used-in.tsx'
import { usesQuery } from './uses-query.ts'

interface DialogProps {
  readonly file: MediaFile
  readonly onClose: () => void
}

/** Shows a file with its facts; those who write for the brand describe it and delete it. */
export function FileDialog({ file, onClose }: DialogProps) {
  const { library, shell } = useMessages()
  const { mayWrite } = useRights()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const uses = useQuery(usesQuery(file.id))
  const remove = useMutation({
    mutationFn: () => api.deleteMedia({ id: file.id }),
    // A post may have taken the file a moment ago: the list of posts then says so instead.
    onError: () => queries.invalidateQueries({ queryKey: ['posts', 'of-media', file.id] }),
    onSuccess: async () => {
      onClose()
      tell({ title: library.removed(file.fileName) })
      await queries.invalidateQueries({ queryKey: ['media'] })
    },
  })
  if (isAsking && uses.data && uses.data.total > 0) {
    return (
      <Dialog title={library.inUseTitle(file.fileName)} lead={library.inUseLead} onClose={() => setAsking(false)}>
        <UsedIn uses={uses.data} />
        <Button className="justify-self-end" onClick={() => setAsking(false)}>
          {shell.close}
        </Button>
      </Dialog>
    )
  }
  if (isAsking) {
    return (
      <ConfirmDialog
        title={library.removeTitle(file.fileName)}
        lead={library.removeLead}
        action={library.remove}
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    )
  }
  return (
    <Dialog isWide title={file.fileName} onClose={onClose}>
      <div className="grid max-h-[40vh] place-items-center overflow-hidden rounded-md bg-sunken">
        {isVideo(file) ? (
          <video src={file.url} controls poster={file.posterUrl ?? undefined} className="max-h-[40vh]">
            <track kind="captions" />
          </video>
        ) : (
          <img src={file.url} alt={file.altText ?? ''} className="max-h-[40vh] object-contain" />
        )}
      </div>
      <Facts file={file} />
      {uses.data && <UsedIn uses={uses.data} />}
      {mayWrite ? (
        <DescribeForm file={file} onRemove={() => setAsking(true)} onClose={onClose} />
      ) : (
        file.altText && <p dir="auto">{file.altText}</p>
      )}
    </Dialog>
  )
}

function Facts({ file: { width, height, durationMs, contentType, size, createdAt } }: Pick<DialogProps, 'file'>) {
  const { library } = useMessages()
  const facts = [
    contentType,
    formatBytes(size),
    ...(width !== null && height !== null ? [library.pixels(width, height)] : []),
    ...(durationMs !== null ? [library.seconds(Math.round(durationMs / 1_000))] : []),
    library.added(formatDistance(createdAt)),
  ]
  return <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
}
