import { lazy, type ReactNode, Suspense } from 'react'

export interface DialogProps {
  readonly title: string
  readonly lead?: string | undefined
  /** For what is read rather than filled in. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Fetches what dialogs are made of. Pages do without it until one opens. */
export const loadDialog = () => import('./late/open-dialog.tsx')
const OpenDialog = lazy(async () => ({ default: (await loadDialog()).OpenDialog }))

/** A dialog over the page. It holds the focus, and Escape closes it. */
export const Dialog = (props: DialogProps) => (
  <Suspense>
    <OpenDialog {...props} />
  </Suspense>
)
