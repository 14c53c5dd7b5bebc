import { type ReactNode, useEffect } from 'react'
import { showFullText } from './one-line.tsx'
import { ForeignZone } from './zone/foreign-zone.tsx'

/** The length up to which a title takes only its own width on a phone, so that its actions fit next to it. */
const shortTitle = 16

interface PageProps {
  readonly title: string
  /** A greeting instead of the bar with the title. The tab still shows the title. */
  readonly greeting?: string
  /** The part of the product that the page belongs to, shown before its title if both fit. */
  readonly area?: string
  /** A link to the list that the page's subject is from, before the title. */
  readonly crumb?: ReactNode
  /** The open tab of the page, named in the title of the browser's tab. */
  readonly part?: string
  readonly lead?: string
  /** The state of the page's subject, next to its name. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
  /** If true, the actions have their own line on a phone, below the title. */
  readonly hasWideActions?: boolean
  /** If true, the page names the zone of its times itself. */
  readonly namesZone?: boolean
  /** If true, the content takes the whole width of the window, for calendars and long lists. */
  readonly isFull?: boolean
  readonly children: ReactNode
}

/** The frame of a page: a bar with its title, also in the browser's tab, and its actions; then its content. */
export function Page({
  title,
  greeting,
  area,
  crumb,
  part,
  lead,
  state,
  actions,
  hasWideActions = false,
  namesZone = false,
  isFull = false,
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${part ? `${part} · ` : ''}${area ? `${area} › ` : ''}${title} · Posthorn`
  }, [title, area, part])
  return (
    <>
      {greeting ? (
        <header className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1 px-4 pt-4 sm:px-6 sm:pt-6">
          <h1 className="min-w-0 break-words font-title text-xl tracking-title sm:text-2xl">{greeting}</h1>
          {state}
          {!namesZone && <ForeignZone />}
        </header>
      ) : (
        <header className="top-(--top) z-10 flex min-h-(--bar) flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-[color-mix(in_oklab,var(--surface)_75%,var(--bg))] px-4 py-1.5 tall:sticky sm:px-6">
          {crumb && (
            <span className="flex gap-2 text-ink-2 max-sm:hidden">
              {crumb}
              <span aria-hidden="true" className="text-ink-3">
                /
              </span>
            </span>
          )}
          <h1
            onPointerEnter={showFullText}
            className={`min-w-0 break-words font-title text-xl tracking-title max-sm:grow ${title.length > shortTitle ? 'max-sm:basis-40' : ''} ${crumb ? 'sm:line-clamp-1 sm:flex-1' : ''}`}
          >
            {area && <span className="font-medium text-ink-3 max-sm:sr-only">{area} › </span>}
            <bdi>{title}</bdi>
          </h1>
          {state}
          {!namesZone && <ForeignZone />}
          {actions && (
            <div
              className={`ms-auto flex min-w-0 max-w-full flex-wrap gap-2 ${hasWideActions ? 'max-sm:ms-0 max-sm:basis-full' : ''}`}
            >
              {actions}
            </div>
          )}
        </header>
      )}
      <div
        className={`grid w-full grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-6 ${isFull ? '' : 'max-w-310'} ${greeting ? 'sm:pt-5' : ''}`}
      >
        {lead && <p className="-mb-2 max-w-prose text-ink-2">{lead}</p>}
        {children}
      </div>
    </>
  )
}
