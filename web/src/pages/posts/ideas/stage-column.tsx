import type { ReactNode } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Idea, Stage } from './ideas-query.ts'
import { StageMenu } from './stage-menu.tsx'
import type { Board } from './use-board.ts'
import type { Spot } from './use-move-idea.ts'

interface ColumnProps {
  readonly board: Board
  readonly stage: Stage
  /** The spot where a dragged card would be dropped. Null if not in this stage. */
  readonly spot: Spot | null
  readonly renderCard: (idea: Idea, place: { readonly isFirst: boolean; readonly isLast: boolean }) => ReactNode
}

/** A stage of the board: its name, its menu and its cards. */
export function StageColumn({ board, stage, spot, renderCard }: ColumnProps) {
  const { ideas: words } = useMessages('ideas')
  const { mayPublish } = useRights()
  const { profileId, stages, stageName } = board
  const cards = board.shownOf(stage.id)
  const total = board.inStage(stage.id).length
  return (
    <section
      aria-label={stageName(stage)}
      data-stage={stage.id}
      className={`grid min-h-60 min-w-64 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 self-stretch rounded-lg p-2 max-md:min-w-full ${
        spot ? 'bg-brand-tint' : 'bg-sunken/60'
      }`}
    >
      <div className="flex min-h-9 items-center gap-2 ps-1.5">
        <h2 className="min-w-0 truncate font-semibold">{stageName(stage)}</h2>
        <span className="nums text-ink-3 text-sm">{total}</span>
        {mayPublish && (
          <StageMenu profileId={profileId} stage={stage} stages={stages} nameOf={stageName} count={total} />
        )}
      </div>
      <ul aria-label={stageName(stage)} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {cards.map((idea, nth) => renderCard(idea, { isFirst: nth === 0, isLast: nth === total - 1 }))}
      </ul>
      {spot?.beforeId === null && <span className="h-0.5 rounded-full bg-brand" />}
      {total === 0 && <p className="px-1.5 py-4 text-ink-3 text-sm">{words.emptyStage}</p>}
      {cards.length < total && (
        <button
          type="button"
          className="min-h-9 rounded-md font-medium text-brand text-sm hover:underline"
          onClick={() => board.showAll(stage.id)}
        >
          {words.showAll(total)}
        </button>
      )}
    </section>
  )
}
