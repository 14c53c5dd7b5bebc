import type { ReactNode } from 'react'

/** The style of a link in the list of sections at the side of a page. */
export const sideLinkStyle =
  'flex min-h-11 items-center rounded-md px-2.5 py-1 font-medium leading-4.5 text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-pressed aria-[current=page]:text-ink lg:min-h-8'

interface GroupProps {
  /** The heading of the group. Null for sections that belong to none. */
  readonly name: string | null
  readonly className?: string
  readonly children: ReactNode
}

/** Sections that belong together, under their name. */
export function SideGroup({ name, className = '', children }: GroupProps) {
  return (
    <div className={`grid gap-0.5 ${className}`}>
      {name && <p className="px-2.5 pb-1 font-medium text-ink-3 text-xs">{name}</p>}
      {children}
    </div>
  )
}
