import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/icons/icon.tsx'

interface EmptyProps {
  /** An icon for the place, if the place itself is empty. */
  readonly icon?: IconName
  readonly title: string
  readonly lead?: string
  readonly action?: ReactNode
}

interface LineProps {
  /** True if it is good that there is nothing. */
  readonly isGood?: boolean
  readonly children: ReactNode
}

/** Says in one line that a part of a page has nothing, in the frame that its rows would have. */
export const EmptyLine = ({ isGood = false, children }: LineProps) => (
  <p className="flex min-h-11 items-center gap-2 rounded-lg bg-surface px-4 py-2.5 text-ink-2 shadow-1 ring-1 ring-line">
    {isGood && <Icon name="check" className="size-4 text-published" />}
    {children}
  </p>
)

/** Shows that there is nothing, and offers the next step. */
export function EmptyState({ icon, title, lead, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-line-2 border-dashed px-6 py-12 text-center">
      {icon && (
        <span className="mb-2 grid size-11 place-items-center rounded-lg border border-line bg-surface text-ink-3">
          <Icon name={icon} />
        </span>
      )}
      <p className="font-medium">{title}</p>
      {lead && <p className="max-w-prose text-balance text-ink-3">{lead}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
