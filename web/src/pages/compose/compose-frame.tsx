import { type ReactNode, useEffect } from 'react'
import { ForeignZone } from '#web/ui/zone/foreign-zone.tsx'

export type View = 'write' | 'preview'

interface FrameProps {
  readonly title: string
  /** Next to the title: the save state, and the choice between writing and the preview in a narrow window. */
  readonly head: ReactNode
  /** The accounts, which both columns of a narrow window show. */
  readonly accounts: ReactNode
  readonly write: ReactNode
  readonly side: ReactNode
  readonly foot: ReactNode
  /** The column that a narrow window shows. */
  readonly view: View
}

const columnStyle = 'mx-auto w-full min-w-0 max-w-210 px-4 @3xl:px-5 @5xl:px-8'

/**
 * The frame of the composer: a bar, the column for writing, the pane of one account, and a footer that stays in view.
 * Its own width decides the layout, because a drawer can take space from the window.
 */
export function ComposeFrame({ title, head, accounts, write, side, foot, view }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Posthorn`
  }, [title])
  const inNarrow = (column: View) => (view === column ? '' : '@max-3xl:hidden')
  return (
    <div className="@container">
      <div className="flex min-h-[calc(100dvh-var(--top)-6.3125rem)] flex-col max-md:-mb-6 md:min-h-[calc(100dvh-var(--top))]">
        <header className="relative z-10 flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-bg px-4 py-1.5 md:min-h-14 @3xl:sticky @3xl:top-(--top) @3xl:h-14 @3xl:px-6">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          <ForeignZone />
          {head}
        </header>
        <div className="flex flex-1 flex-col @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_21.25rem] @5xl:grid-cols-[minmax(0,1fr)_25rem]">
          <div className="contents @3xl:flex @3xl:min-w-0 @3xl:flex-col">
            <div className={`${columnStyle} pt-2 @3xl:pt-4`}>{accounts}</div>
            <div
              className={`${columnStyle} flex flex-1 flex-col gap-3 pt-2 pb-4 @3xl:gap-4 @3xl:pb-6 ${inNarrow('write')}`}
            >
              {write}
            </div>
            {foot}
          </div>
          <aside
            className={`min-w-0 flex-1 border-line bg-surface @max-3xl:order-1 @3xl:sticky @3xl:top-[calc(var(--top)+3.5rem)] @3xl:h-[calc(100dvh-var(--top)-3.5rem)] @3xl:self-start @3xl:overflow-y-auto @3xl:border-s ${inNarrow('preview')}`}
          >
            {side}
          </aside>
        </div>
      </div>
    </div>
  )
}
