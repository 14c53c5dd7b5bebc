import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useCallback, useState } from 'react'

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
  const body = useStartAtTop()
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 animate-fade bg-ink/40 dark:bg-bg/70" />
        <Base.Popup
          finalFocus={giveBack}
          className={`fixed inset-x-4 top-[8vh] z-30 mx-auto flex max-h-[84vh] animate-rise flex-col overflow-hidden rounded-lg bg-raised shadow-3 outline-none ring-1 ring-line-2 ${isWide ? 'max-w-3xl' : 'max-w-md'}`}
        >
          <Base.Title dir="auto" className="shrink-0 px-6 pt-5 pb-2 align-as-page font-semibold text-lg">
            {title}
          </Base.Title>
          <div
            ref={body}
            className="grid min-h-0 scroll-pt-2 scroll-pb-20 grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto px-6 pt-1 pb-6"
          >
            {lead && <Base.Description className="text-ink-2">{lead}</Base.Description>}
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Shows the start of a dialog whose first control is far below. A field that is to be filled in stays in view. */
function useStartAtTop() {
  return useCallback((body: HTMLElement | null) => {
    if (!body) return
    const start = (event: FocusEvent) => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (!isField) requestAnimationFrame(() => body.scrollTo({ top: 0 }))
    }
    body.addEventListener('focusin', start, { once: true })
    return () => body.removeEventListener('focusin', start)
  }, [])
}
