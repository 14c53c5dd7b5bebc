import { useMessages } from '#web/i18n/index.ts'

interface RowsProps {
  readonly count: number
  /** Says that it is on its way. Left out where a neighbour says it. */
  readonly isSilent?: boolean
}

/** Stands for a list that is on its way, in its shape. It comes into sight after a moment, as `Loading` does. */
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
          // Rows without content have no other identity than their place.
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
