import type { ReactNode } from 'react'
import { Icon } from '#web/icons/icon.tsx'

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

interface NavigationProps {
  readonly label: string
  /** The name of the open section. */
  readonly current: string
  /** The sections in their groups. */
  readonly children: ReactNode
}

/** The sections of a page: a list at the side, or a menu that folds out if space is limited. */
export const SideNavigation = ({ label, current, children }: NavigationProps) => (
  <nav aria-label={label} className="top-[calc(var(--top)+var(--bar)+1.5rem)] tall:sticky">
    <details className="group rounded-lg border border-line bg-surface lg:hidden">
      <summary className="flex min-h-11 list-none items-center justify-between px-4 font-medium [&::-webkit-details-marker]:hidden">
        {current}
        <Icon name="chevron" className="size-4 text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-2 gap-x-2 gap-y-4 border-line border-t p-2">{children}</div>
    </details>
    <div className="grid gap-5 max-lg:hidden">{children}</div>
  </nav>
)
