import { type ReactNode, useEffect, useRef } from 'react'

interface BarProps {
  readonly label: string
  readonly children: ReactNode
}

/** The style of a link in the bar. */
export const tabStyle =
  '-mb-px inline-flex min-h-11 shrink-0 items-center whitespace-nowrap rounded-t-sm border-transparent border-b-2 gap-1.5 font-medium text-ink-2 -outline-offset-2 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink'

/** Links to the parts of one page. On a phone they scroll, and the current one is visible. */
export function TabBar({ label, children }: BarProps) {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current=page]')
    if (!current) return
    // The observer runs after layout. Scrolling before that would force a second layout.
    const watcher = new ResizeObserver(() => {
      current.scrollIntoView({ block: 'nearest', inline: 'center' })
      watcher.disconnect()
    })
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [])
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="fading -mx-4 flex gap-5 overflow-x-auto border-line border-b px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {children}
    </nav>
  )
}
