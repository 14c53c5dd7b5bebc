import { useState } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { FilterBar } from '#web/posts/filters/filter-bar.tsx'
import { usePerson } from '#web/posts/use-person.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import type { PostsFilter } from '../posts-search.ts'
import { SearchField } from '../toolbar.tsx'
import { IdeaCard } from './idea-card.tsx'
import { IdeaDialog } from './idea-dialog.tsx'
import type { Idea } from './ideas-query.ts'
import { QuickAdd } from './quick-add.tsx'
import { StageColumn } from './stage-column.tsx'
import { AddStage } from './stage-menu.tsx'
import { useBoard } from './use-board.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useDrag } from './use-drag.ts'
import { useIdeaActions } from './use-idea-actions.ts'
import { useMoving } from './use-moving.ts'
import { usePlanIdea } from './use-plan-idea.ts'

interface BoardProps {
  readonly profileId: string
  readonly filter: PostsFilter
  readonly onFilter: (change: Readonly<Record<string, string | undefined>>) => void
}

/** The ideas of a brand, by stage. Cards are moved with a pointer, with keys or from their menu. */
export function IdeaBoard({ profileId, filter, onFilter }: BoardProps) {
  const { ideas: words } = useMessages('ideas')
  const { mayPublish, mayWrite } = useRights()
  const personOf = usePerson(profileId)
  const board = useBoard(profileId, filter)
  const { labels, list, ideas, stages, visible, isNarrow, isNarrowed, stageName, inStage } = board
  const moving = useMoving(board)
  const { toStage, step } = moving
  const drag = useDrag(moving.drop)
  const press = useBoardKeys(board, moving)
  const { write, remove } = useIdeaActions()
  const plan = usePlanIdea()
  const [openId, setOpenId] = useState<string | null>(null)
  const opened = ideas.find(({ id }) => id === openId)
  const open = (idea: Idea) => {
    if (!drag.wasDragged()) setOpenId(idea.id)
  }
  const actions = { open, write, plan, remove, toStage, step }
  const isEmpty = list.data?.length === 0 && !list.isPlaceholderData
  const filters = <FilterBar profileId={profileId} names={['label', 'author']} value={filter} onChange={onFilter} />
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {mayWrite && stages.length > 0 && <QuickAdd profileId={profileId} stageId={visible[0]?.id} />}
      <Toolbar
        first={<SearchField label={words.search} value={filter.q ?? ''} onChange={(q) => onFilter({ q })} />}
        {...(isNarrow && { last: filters })}
      >
        {!isNarrow && filters}
      </Toolbar>
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {(list.isPending || stages.length === 0) && !list.error && <WaitingRows count={6} />}
      {isEmpty && isNarrowed && <EmptyState icon="search" title={words.nothing} lead={words.nothingLead} />}
      {isEmpty && !isNarrowed && <EmptyState icon="spark" title={words.empty} lead={words.emptyLead} />}
      {isNarrow && ideas.length > 0 && stages.length > 1 && (
        <ChoiceBar
          label={words.stage}
          value={visible[0]?.id ?? ''}
          onChange={board.showStage}
          options={stages.map((stage) => [stage.id, `${stageName(stage)} ${inStage(stage.id).length}`] as const)}
        />
      )}
      {ideas.length > 0 && stages.length > 0 && (
        <div ref={moving.board} className="-mx-4 flex items-start gap-3 overflow-x-auto px-4 pb-4 sm:-mx-6 sm:px-6">
          {visible.map((stage) => {
            const spot = drag.spot?.stageId === stage.id ? drag.spot : null
            return (
              <StageColumn
                key={stage.id}
                board={board}
                stage={stage}
                spot={spot}
                renderCard={(idea, { isFirst, isLast }) => (
                  <IdeaCard
                    key={idea.id}
                    idea={idea}
                    stages={stages}
                    stageName={stageName}
                    labelNames={idea.labelIds.flatMap((id) => labels.find((label) => label.id === id)?.name ?? [])}
                    author={personOf(idea.authorUid)}
                    isFirst={isFirst}
                    isLast={isLast}
                    isMarked={spot?.beforeId === idea.id}
                    actions={actions}
                    onHold={drag.hold(idea.id)}
                    onKeyDown={press(idea)}
                  />
                )}
              />
            )
          })}
          {mayPublish && !isNarrow && <AddStage profileId={profileId} />}
        </div>
      )}
      <p id="idea-keys" hidden>
        {words.keys}
      </p>
      <p aria-live="polite" className="sr-only">
        {moving.said}
      </p>
      {opened && (
        <IdeaDialog
          idea={opened}
          stages={stages}
          stageName={stageName}
          topOf={(stageId) => inStage(stageId)[0]?.id ?? null}
          onWrite={write}
          onRemove={remove}
          onClose={() => {
            moving.focusCard(opened.id)
            setOpenId(null)
          }}
        />
      )}
    </div>
  )
}
