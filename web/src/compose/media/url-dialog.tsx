import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import type { MediaList } from './use-media.ts'

interface UrlProps {
  readonly profileId: string
  readonly onAdd: MediaList['add']
  readonly onClose: () => void
}

/** Fetches a file from the web into the library, and adds it. */
export function UrlDialog({ profileId, onAdd, onClose }: UrlProps) {
  const messages = useMessages()
  const { composeMedia: words, shell } = messages
  const fetched = useMutation({
    mutationFn: (url: string) => api.importMedia({ url, profileId }),
    onSuccess: ({ url, storagePath, fileName, contentType }) => {
      onAdd({ name: fileName, storagePath, shownAt: url, isVideo: isPlayed(contentType) })
      onClose()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    fetched.mutate(String(new FormData(event.currentTarget).get('url')))
  }
  return (
    <Dialog title={words.urlTitle} lead={words.urlLead} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={words.url}
          name="url"
          type="url"
          required
          autoFocus
          error={fetched.error ? explain(fetched.error, messages).text : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={fetched.isPending}>
            {words.fetch}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
