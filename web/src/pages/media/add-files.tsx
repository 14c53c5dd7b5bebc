import { useRef } from 'react'
import { WritersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { acceptedFiles } from '#web/lib/file-types.ts'
import { Button } from '#web/ui/button.tsx'

interface AddProps {
  readonly onFiles: (files: Iterable<File>) => void
}

/** Chooses files of the device. Absent for viewers. */
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
      <Button look="primary" onClick={() => input.current?.click()}>
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
