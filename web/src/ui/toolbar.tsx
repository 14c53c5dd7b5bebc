import type { ReactNode } from 'react'

/** A row of filters and actions above what they are for. It wraps where the window is narrow. */
export const Toolbar = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
)
