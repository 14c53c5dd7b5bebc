import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { isPlayed } from '#web/lib/file-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import type { MediaList } from './use-media.ts'

interface UrlProps {
  readonly profileId: string
  readonly onAdd: MediaList['add']
  readonly onClose: () => void
}

/** Imports a file from a URL into the library and adds it. */
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
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={fetched.isPending}>
            {words.fetch}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
