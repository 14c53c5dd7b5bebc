import type { ReactNode } from 'react'

/** The actions of a long dialog. They stay visible, so that focusing one does not scroll the rest away. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 border-line border-t bg-surface px-6 py-3">
      {children}
    </div>
  )
}
