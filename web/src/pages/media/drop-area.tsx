import { type DragEvent, type ReactNode, useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'

interface DropProps {
  readonly onFiles: (files: Iterable<File>) => void
  readonly children: ReactNode
}

const bringsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')

/** Takes files that are dropped anywhere on the page. The button to add files does the same without a pointer. */
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
