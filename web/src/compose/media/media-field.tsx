import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { acceptedFiles, isPlayed } from '#web/lib/file-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import { LibraryDialog } from './library-dialog.tsx'
import { MediaCard } from './media-card.tsx'
import type { ShownFiles } from './shown-media.ts'
import type { MediaList } from './use-media.ts'

interface MediaProps {
  readonly profileId: string
  readonly list: MediaList
  readonly files: ShownFiles
  /** In a thread reply: one small button instead of three. */
  readonly isCompact?: boolean
  /** Another button in the row. */
  readonly more?: ReactNode
}

/** The images and videos of a part, each with its alt text. */
export function MediaField({ profileId, list, files, isCompact = false, more }: MediaProps) {
  const { composeMedia: words } = useMessages()
  const [open, setOpen] = useState<'library' | 'url' | { readonly thumbnailOf: string } | null>(null)
  return (
    <section aria-label={words.title} className="grid gap-3">
      {list.media.length > 0 && (
        <ul className={`grid gap-3 ${isCompact ? '' : 'sm:grid-cols-2'}`}>
          {list.media.map((file, nth) => (
            <MediaCard
              key={file.key}
              file={file}
              files={files}
              nth={nth}
              of={list.media.length}
              onChange={(changes) => list.change(file.key, changes)}
              onMove={(by) => list.move(file.key, by)}
              onRemove={() => list.remove(file.key)}
              onThumbnail={() => setOpen({ thumbnailOf: file.key })}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <PickButton label={isCompact ? words.add : words.addLong} onPick={list.addFiles} />
        <Button variant="quiet" className="max-md:min-h-11" onClick={() => setOpen('library')}>
          {words.fromLibrary}
        </Button>
        <Button variant="quiet" className="max-md:min-h-11" onClick={() => setOpen('url')}>
          {words.fromUrl}
        </Button>
        {more}
      </div>
      {open === 'library' && (
        <LibraryDialog profileId={profileId} onClose={() => setOpen(null)} onChoose={(file) => list.add(file)} />
      )}
      {open !== null && typeof open === 'object' && (
        <LibraryDialog
          profileId={profileId}
          isForImages
          onClose={() => setOpen(null)}
          onChoose={({ storagePath }) => list.change(open.thumbnailOf, { thumbnail: storagePath ?? undefined })}
        />
      )}
      {open === 'url' && <UrlDialog profileId={profileId} onClose={() => setOpen(null)} onAdd={list.add} />}
    </section>
  )
}

function PickButton({ label, onPick }: { readonly label: string; readonly onPick: MediaList['addFiles'] }) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2 hover:bg-sunken max-md:min-h-11"
    >
      <Icon name="image" className="size-4.5" />
      {label}
      <input
        id={id}
        type="file"
        multiple
        accept={acceptedFiles}
        className="sr-only"
        onChange={(event) => {
          onPick([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}

interface UrlProps {
  readonly profileId: string
  readonly onAdd: MediaList['add']
  readonly onClose: () => void
}

/** Imports a file from a URL into the library and adds it. */
function UrlDialog({ profileId, onAdd, onClose }: UrlProps) {
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
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={fetched.isPending}>
            {words.fetch}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
