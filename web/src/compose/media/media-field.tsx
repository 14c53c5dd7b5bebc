import { type ReactNode, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { acceptedFiles } from '#web/lib/file-types.ts'
import { makeImport } from '#web/lib/make-import.ts'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { MediaStrip } from './media-strip.tsx'
import type { ShownFiles } from './shown-media.ts'
import type { MediaList } from './use-media.ts'

const loadLibrary = makeImport(() => import('./library-dialog.tsx'))
const loadUrl = makeImport(() => import('./url-dialog.tsx'))
const loadEdit = makeImport(() => import('./edit/load-edit.ts'))
const LibraryDialog = makeLatePart(async () => (await loadLibrary()).LibraryDialog)
const UrlDialog = makeLatePart(async () => (await loadUrl()).UrlDialog)
const EditImageDialog = makeLatePart(async () => (await loadEdit()).loadEditDialog())

interface MediaProps {
  readonly profileId: string
  readonly list: MediaList
  readonly files: ShownFiles
  /** The tools of the part, which include the menu that adds files. */
  readonly children: (menu: ReactNode, strip: ReactNode) => ReactNode
}

type Opened = 'library' | 'url' | { readonly kind: 'thumbnail' | 'edit'; readonly key: string } | null

/** The images and videos of a part: their row, and a menu that adds files. */
export function MediaField({ profileId, list, files, children }: MediaProps) {
  const { writing } = useMessages()
  const [open, setOpen] = useState<Opened>(null)
  const input = useRef<HTMLInputElement>(null)
  const close = () => setOpen(null)
  const named = typeof open === 'object' ? open : null
  const edited = named?.kind === 'edit' && list.media.find(({ key }) => key === named.key)
  const pick = () => input.current?.click()
  return (
    <>
      {children(
        <AddMenu onPick={pick} onOpen={setOpen} />,
        <MediaStrip
          list={list}
          files={files}
          onAdd={pick}
          onThumbnail={(key) => setOpen({ kind: 'thumbnail', key })}
          onEdit={(key) => setOpen({ kind: 'edit', key })}
        />,
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
      {(open === 'library' || named?.kind === 'thumbnail') && (
        <LibraryDialog profileId={profileId} list={list} thumbnailOf={named?.key} onClose={close} />
      )}
      {edited && <EditImageDialog profileId={profileId} list={list} files={files} file={edited} onClose={close} />}
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
