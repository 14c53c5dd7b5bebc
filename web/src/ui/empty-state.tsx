import type { ReactNode } from 'react'

interface EmptyProps {
  readonly title: string
  readonly lead?: string
  readonly action?: ReactNode
}

/** Says that there is nothing, and offers the next step. */
export function EmptyState({ title, lead, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-line border-dashed px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {lead && <p className="max-w-prose text-ink-3">{lead}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
