import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a page whose content has its own frame. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-2.5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-1">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {lead && <p className="max-w-prose text-ink-2 text-sm">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
