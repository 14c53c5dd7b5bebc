import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { acceptedFiles, isPlayed } from '#web/lib/file-types.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import { LibraryDialog } from './library-dialog.tsx'
import { MediaStrip } from './media-strip.tsx'
import type { ShownFiles } from './shown-media.ts'
import type { MediaList } from './use-media.ts'

interface MediaProps {
  readonly profileId: string
  readonly list: MediaList
  readonly files: ShownFiles
  /** The tools of the part, which include the menu that adds files. */
  readonly children: (menu: ReactNode, strip: ReactNode) => ReactNode
}

type Opened = 'library' | 'url' | { readonly thumbnailOf: string } | null

/** The images and videos of a part: their row, and a menu that adds files. */
export function MediaField({ profileId, list, files, children }: MediaProps) {
  const { writing } = useMessages()
  const [open, setOpen] = useState<Opened>(null)
  const input = useRef<HTMLInputElement>(null)
  const close = () => setOpen(null)
  const pick = () => input.current?.click()
  return (
    <>
      {children(
        <AddMenu onPick={pick} onOpen={setOpen} />,
        <MediaStrip list={list} files={files} onAdd={pick} onThumbnail={(thumbnailOf) => setOpen({ thumbnailOf })} />,
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptedFiles}
        aria-label={writing.fromDevice}
        onChange={(event) => {
          list.addFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {open === 'library' && (
        <LibraryDialog profileId={profileId} onClose={close} onChoose={(file) => list.add(file)} />
      )}
      {open !== null && typeof open === 'object' && (
        <LibraryDialog
          profileId={profileId}
          isForImages
          onClose={close}
          onChoose={({ storagePath }) => list.change(open.thumbnailOf, { thumbnail: storagePath ?? undefined })}
        />
      )}
      {open === 'url' && <UrlDialog profileId={profileId} onClose={close} onAdd={list.add} />}
    </>
  )
}

interface AddProps {
  /** Opens the dialog of this device. */
  readonly onPick: () => void
  readonly onOpen: (what: 'library' | 'url') => void
}

/** A menu that adds files: from this device, the library, or a URL. */
function AddMenu({ onPick, onOpen }: AddProps) {
  const { composeMedia: words, writing } = useMessages()
  return (
    <div data-field="media">
      <Menu label={words.addLong} triggerClass={iconButtonStyle} trigger={<Icon name="image" className="size-5" />}>
        <MenuItem onSelect={onPick}>{writing.fromDevice}</MenuItem>
        <MenuItem onSelect={() => onOpen('library')}>{words.fromLibrary}</MenuItem>
        <MenuItem onSelect={() => onOpen('url')}>{words.fromUrl}</MenuItem>
      </Menu>
    </div>
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
