import { type ReactNode, useEffect } from 'react'

interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** A page of forms and short lists is one narrow column, with its title and its actions. */
  readonly isNarrow?: boolean
  readonly children: ReactNode
}

/** The frame of a page: its title, also in the browser's tab, its actions, and its content. */
export function Page({ title, lead, actions, isNarrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  return (
    <div
      className={`mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8 ${isNarrow ? 'max-w-208' : 'max-w-6xl'}`}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 flex-1 basis-40 gap-1 sm:basis-80">
          <h1 className="break-words font-semibold text-2xl tracking-tight">
            <bdi>{title}</bdi>
          </h1>
          {lead && <div className="text-ink-3">{lead}</div>}
        </div>
        {actions && <div className="flex min-w-0 max-w-full flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
