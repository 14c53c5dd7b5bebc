import type { ReactNode } from 'react'

interface ToolbarProps {
  /** The search, or the choice that matters most. On a phone it has its own row, above the others. */
  readonly first?: ReactNode
  /** The order of the list, at the end of the row. Where the others need a second row, it stays next to the search. */
  readonly last?: ReactNode
  readonly children: ReactNode
}

/** A row of filters and actions above what they are for. */
export const Toolbar = ({ first, last, children }: ToolbarProps) => (
  <div className="@container min-w-0">
    <div className="flex flex-wrap items-center gap-2">
      {first && <div className={last ? '@max-[70rem]:min-w-0 @max-[70rem]:flex-1' : 'max-sm:basis-full'}>{first}</div>}
      {last && <div className="order-2 ms-auto">{last}</div>}
      <FilterStrip
        className={last ? 'sm:@max-[70rem]:order-3 sm:@max-[70rem]:flex sm:@max-[70rem]:basis-full max-sm:order-3' : ''}
      >
        {children}
      </FilterStrip>
    </div>
  </div>
)

interface StripProps {
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Controls that are part of the row around them. On a phone they are one row of their own, which scrolls sideways and
 * reaches the edges of the window. A message among them needs its own line, so the row wraps then.
 */
export const FilterStrip = ({ className = '', children }: StripProps) => (
  <div
    className={`max-sm:fading flex-wrap gap-2 max-sm:-mx-4 max-sm:-my-1 max-sm:flex max-sm:min-w-0 max-sm:flex-[1_0_calc(100%+2rem)] max-sm:flex-nowrap max-sm:items-center max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] max-sm:has-[[role=status]]:flex-wrap max-sm:*:shrink-0 sm:contents ${className}`}
  >
    {children}
  </div>
)
