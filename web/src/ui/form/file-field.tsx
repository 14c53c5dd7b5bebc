import { type ReactNode, useId, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatBytes } from '#web/lib/number.ts'
import { Button } from '../button.tsx'

interface FileProps {
  readonly label: string
  /** The types that can be chosen, such as `.csv,text/csv`. */
  readonly accept: string
  readonly hint?: ReactNode
  readonly onChange: (file: File | null) => void
}

/** A choice of one file, from the device's dialog or by dropping it. */
export function FileField({ label, accept, hint, onChange }: FileProps) {
  const { shell } = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    onChange(chosen)
  }
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          choose(event.dataTransfer.files[0] ?? null)
        }}
        className={`flex min-h-14 items-center gap-3 rounded-md border border-dashed px-3 py-2 ${isOver ? 'border-brand bg-brand-tint' : 'border-line-2'}`}
      >
        <Icon name="posts" className={`size-5 text-ink-3 ${file ? '' : '@max-xs:hidden'}`} />
        <span className={`min-w-0 flex-1 ${file ? '' : '@max-xs:hidden'}`}>
          <bdi className="block break-words">{file?.name ?? shell.file.none}</bdi>
          {file && <span className="nums block text-ink-3 text-xs">{formatBytes(file.size)}</span>}
        </span>
        <Button
          isSmall
          className={file ? '' : '@max-xs:flex-1'}
          onClick={() => input.current?.click()}
          aria-describedby={`${id}-label`}
        >
          {shell.file.choose}
        </Button>
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="sr-only"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-ink-3 text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
