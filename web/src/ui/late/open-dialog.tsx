import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useState } from 'react'

export interface DialogProps {
  readonly title: string
  readonly lead?: string | undefined
  /** For content to read rather than to fill in. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The part of a dialog that is fetched when one opens. */
export function OpenDialog({ title, lead, isWide = false, onClose, children }: DialogProps) {
  // Read before a field of the dialog takes the focus.
  const [opener] = useState(() => document.activeElement)
  const giveBack = () =>
    opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : true
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-ink/40 dark:bg-bg/70" />
        <Base.Popup
          finalFocus={giveBack}
          className={`fixed inset-x-4 top-[8vh] z-30 mx-auto grid max-h-[84vh] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto scroll-py-6 rounded-lg border border-line bg-surface p-6 shadow-lg outline-none ${isWide ? 'max-w-2xl' : 'max-w-md'}`}
        >
          <Base.Title dir="auto" className="align-as-page font-semibold text-lg">
            {title}
          </Base.Title>
          {lead && <Base.Description className="text-ink-2">{lead}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
