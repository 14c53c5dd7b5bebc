import { lazy, Suspense } from 'react'
import type { DialogProps } from './late/open-dialog.tsx'

/** Fetches what dialogs are made of. Pages do without it until one opens. */
export const loadDialog = () => import('./late/open-dialog.tsx')
const OpenDialog = lazy(async () => ({ default: (await loadDialog()).OpenDialog }))

/** A dialog over the page. It holds the focus, and Escape closes it. */
export const Dialog = (props: DialogProps) => (
  <Suspense>
    <OpenDialog {...props} />
  </Suspense>
)
