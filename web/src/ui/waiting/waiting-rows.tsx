import { useMessages } from '#web/i18n/index.ts'

interface RowsProps {
  readonly count: number
  /** If true, nothing is announced to screen readers, because a sibling does so. */
  readonly isSilent?: boolean
}

/** A placeholder of a list that is loading. It appears after a moment, like `Loading`. */
export function WaitingRows({ count, isSilent = false }: RowsProps) {
  const { shell } = useMessages()
  return (
    <div className="animate-late">
      {!isSilent && (
        <p role="status" className="sr-only">
          {shell.loading}
        </p>
      )}
      <div aria-hidden="true" className="divide-y divide-line rounded-lg border border-line bg-surface">
        {Array.from({ length: count }, (_, nth) => (
          // Rows without content have no identity except their position.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move
          <div key={nth} className="flex min-h-15 items-center gap-3 px-4">
            <span className="size-4 shrink-0 rounded-full bg-sunken" />
            <span className="grid flex-1 gap-2">
              <span className={`h-3 rounded-sm bg-sunken ${nth % 2 === 0 ? 'w-3/4' : 'w-1/2'}`} />
              <span className="h-2.5 w-1/4 rounded-sm bg-sunken" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
