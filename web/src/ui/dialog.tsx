import type { ReactNode } from 'react'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from './late/late-part.tsx'

/** Fetches the code of dialogs, which pages do not need until one opens. */
export const loadDialog = makeImport(() => import('./late/open-dialog.tsx'))

/** A dialog over the page. It traps the focus, and Escape closes it. */
export const Dialog = makeLatePart(async () => (await loadDialog()).OpenDialog)

/** The actions at the end of a dialog or its form. They stay visible while the rest scrolls. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 z-10 -mx-6 -mb-6 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-line border-t bg-raised px-6 py-3">
      {children}
    </div>
  )
}
