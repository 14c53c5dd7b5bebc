import { type ReactNode, useEffect } from 'react'

interface PageProps {
  readonly title: string
  /** The part of the product that the page belongs to, shown before its title if both fit. */
  readonly area?: string
  readonly lead?: string
  /** The state of the page's subject, below its name. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
  /** If true, the actions have their own line on a phone, below the title and the lead. */
  readonly hasWideActions?: boolean
  /** If true, the page is one narrow column, including its title and actions, for forms and short lists. */
  readonly isNarrow?: boolean
  readonly children: ReactNode
}

/** The frame of a page: its title, also in the browser's tab, its actions, and its content. */
export function Page({
  title,
  area,
  lead,
  state,
  actions,
  hasWideActions = false,
  isNarrow = false,
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${area ? `${area} › ` : ''}${title} · Posthorn`
  }, [title, area])
  return (
    <div
      className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8 ${isNarrow ? 'max-w-208' : 'max-w-6xl'}`}
    >
      {/* On a phone the lead is below the button. Next to it, it would wrap into many lines. */}
      <header className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-80 grid-cols-[minmax(0,1fr)] gap-1 max-sm:contents sm:grid">
          <div
            className={`grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1 ${hasWideActions ? 'basis-40 max-sm:basis-full' : 'basis-40'}`}
          >
            <h1 className="break-words font-semibold text-2xl tracking-tight">
              {area && <span className="max-sm:sr-only">{area} › </span>}
              <bdi>{title}</bdi>
            </h1>
            {state}
          </div>
          {lead && <p className={`basis-full text-ink-3 ${hasWideActions ? '' : 'max-sm:order-last'}`}>{lead}</p>}
        </div>
        {actions && <div className="flex min-w-0 max-w-full flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
