import type { ReactNode } from 'react'
import { useMessages } from '#web/i18n/index.ts'

/** A placeholder of what is loading. It appears after a moment, like `Loading`. */
export function WaitingShape({ children }: { readonly children: ReactNode }) {
  const { shell } = useMessages()
  return (
    <div className="animate-late">
      <p role="status" className="sr-only">
        {shell.loading}
      </p>
      <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {children}
      </div>
    </div>
  )
}

const tileStyle = 'grid gap-3 rounded-lg border border-line bg-surface p-4'

interface TilesProps {
  readonly count: number
  /** The columns of the tiles that are loading. */
  readonly className: string
}

/** Placeholders of tiles with a value each. */
export const WaitingTiles = ({ count, className }: TilesProps) => (
  <div className={`grid gap-3 ${className}`}>
    {Array.from({ length: count }, (_, nth) => (
      // Tiles without content have no identity except their position.
      // biome-ignore lint/suspicious/noArrayIndexKey: the tiles do not move
      <div key={nth} className={tileStyle}>
        <span className="h-3 w-1/2 rounded-sm bg-sunken" />
        <span className="h-6 w-3/4 rounded-sm bg-sunken" />
        <span className="h-3 w-1/3 rounded-sm bg-sunken" />
      </div>
    ))}
  </div>
)

/** A placeholder of a card with a chart. */
export const WaitingChart = () => (
  <div className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
    <span className="h-4 w-40 max-w-full rounded-sm bg-sunken" />
    <span className="h-60 rounded-md bg-sunken" />
  </div>
)
