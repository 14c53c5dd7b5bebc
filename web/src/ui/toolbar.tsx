import type { ReactNode } from 'react'

interface ToolbarProps {
  /** The search. On a phone it has its own row, above the others. */
  readonly first?: ReactNode
  /** The order of the list, at the end of the row. Where the others need a second row, it stays next to the search. */
  readonly last?: ReactNode
  readonly children: ReactNode
}

/** A row of filters and actions above what they are for. */
export const Toolbar = ({ first, last, children }: ToolbarProps) => (
  <div className="@container min-w-0">
    <div className={`flex flex-wrap items-center gap-2 ${last ? 'sorted' : ''}`}>
      {first && <div className="min-w-0 max-sm:flex-1">{first}</div>}
      <FilterStrip>{children}</FilterStrip>
      {last && <div>{last}</div>}
    </div>
  </div>
)

/**
 * Controls that are part of the row around them. On a phone they are a separate row, which scrolls sideways and reaches
 * the edges of the window. A message among them needs its own line, so the row wraps then.
 */
export const FilterStrip = ({ children }: { readonly children: ReactNode }) => (
  <div className="strip fading">{children}</div>
)
