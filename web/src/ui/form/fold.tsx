import { type ReactNode, useState } from 'react'
import { Icon } from '#web/icons/icon.tsx'

interface FoldProps {
  /** The header, which is always visible. */
  readonly head: ReactNode
  readonly isOpen: boolean
  readonly className?: string
  readonly children: () => ReactNode
}

/**
 * A part of a form that is collapsed until opened. Its fields are not rendered before: a page with many folds would
 * spend half of its time on invisible fields.
 */
export function Fold({ head, isOpen, className = '', children }: FoldProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details open={isOpen} className={`group open:pb-4 ${className}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: to browsers, a summary is a button */}
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-4" onClick={() => setOpened(true)}>
        {head}
        <Icon name="chevron" className="size-4 text-ink-3 group-open:rotate-180" />
      </summary>
      {(isOpen || wasOpened) && children()}
    </details>
  )
}
