import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { labelKey } from '#rules/label-key.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { FilterBar } from '#web/posts/filters/filter-bar.tsx'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
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
import { type Idea, ideasQuery, nameOf, type Stage, stagesQuery } from './ideas-query.ts'
import { QuickAdd } from './quick-add.tsx'
import { AddStage, StageMenu } from './stage-menu.tsx'
import { useDrag } from './use-drag.ts'
import { useIdeaActions } from './use-idea-actions.ts'
import { type Spot, useMoveIdea } from './use-move-idea.ts'

interface BoardProps {
  readonly profileId: string
  readonly filter: PostsFilter
  readonly onFilter: (change: Readonly<Record<string, string | undefined>>) => void
}

/** The most cards of a stage that are shown at first. */
const shownAtFirst = 60

/** The ideas of a brand, by stage. Cards are moved with a pointer, with keys or from their menu. */
export function IdeaBoard({ profileId, filter, onFilter }: BoardProps) {
  const { ideas: words } = useMessages('ideas')
  const { mayWrite } = useRights()
  const isNarrow = useNarrow()
  const labels = useQuery(labelsQuery(profileId)).data ?? []
  const personOf = usePerson(profileId)
  const chosen = filter.label === undefined ? undefined : labels.find(({ name }) => isSame(name, filter.label))
  const asked = { q: filter.q, labelId: chosen?.id, authorUid: filter.author }
  const list = useQuery(ideasQuery(profileId, asked))
  const stages = useQuery(stagesQuery(profileId)).data ?? []
  const ideas = list.data ?? []
  const [openId, setOpenId] = useState<string | null>(null)
  const [shownStage, setShownStage] = useState<string | null>(null)
  const [complete, setComplete] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const board = useRef<HTMLDivElement>(null)
  const focusOn = useRef<string | null>(null)
  const move = useMoveIdea(profileId, asked)
  const { write, remove } = useIdeaActions()
  const stageName = (stage: Stage): string => (stage.preset ? (words.presets[stage.preset] ?? stage.name) : stage.name)
  const inStage = (stageId: string): readonly Idea[] => ideas.filter((idea) => idea.stageId === stageId)
  const visible = isNarrow ? stages.filter(({ id }, nth) => (shownStage ? id === shownStage : nth === 0)) : stages
  const moveTo = (idea: Idea, spot: Spot) => {
    const others = inStage(spot.stageId).filter(({ id }) => id !== idea.id)
    const at = spot.beforeId === null ? others.length : others.findIndex(({ id }) => id === spot.beforeId)
    const stage = stages.find(({ id }) => id === spot.stageId)
    move(idea, spot)
    focusOn.current = idea.id
    if (stage) setSaid(words.moved(nameOf(idea) || words.untitled, stageName(stage), at + 1, others.length + 1))
  }
  const toStage = (idea: Idea, stageId: string) => moveTo(idea, { stageId, beforeId: inStage(stageId)[0]?.id ?? null })
  const step = (idea: Idea, by: -1 | 1) => {
    const column = inStage(idea.stageId)
    const at = column.findIndex(({ id }) => id === idea.id) + by
    if (at < 0 || at >= column.length) return
    moveTo(idea, { stageId: idea.stageId, beforeId: column[by === 1 ? at + 1 : at]?.id ?? null })
  }
  const shownOf = (stageId: string): readonly Idea[] =>
    complete.has(stageId) ? inStage(stageId) : inStage(stageId).slice(0, shownAtFirst)
  const drag = useDrag((id, { stageId, beforeId }) => {
    const idea = ideas.find((one) => one.id === id)
    // The end of what is shown is not the end of the stage.
    const hidden = inStage(stageId)[shownOf(stageId).length]?.id ?? null
    const before = beforeId ?? hidden
    const column = inStage(stageId)
    const next = column[column.findIndex((one) => one.id === id) + 1]?.id ?? null
    if (idea && (idea.stageId !== stageId || before !== next)) moveTo(idea, { stageId, beforeId: before })
  })
  const focusCard = (id: string | undefined) =>
    id && board.current?.querySelector<HTMLElement>(`[data-idea="${id}"] [data-open]`)?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moved card is focused where the list now has it
  useEffect(() => {
    if (focusOn.current === null) return
    const id = focusOn.current
    const frame = requestAnimationFrame(() => {
      focusOn.current = null
      focusCard(id)
    })
    return () => cancelAnimationFrame(frame)
  }, [ideas])
  const press = (idea: Idea) => (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    if (!key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const column = inStage(idea.stageId)
    const row = column.findIndex(({ id }) => id === idea.id)
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const by = key === 'ArrowUp' ? -1 : 1
      if (shiftKey) mayWrite && step(idea, by)
      else focusCard(column[row + by]?.id)
      return
    }
    const isForward = (key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
    const nth = visible.findIndex(({ id }) => id === idea.stageId)
    if (shiftKey) {
      const to = stages[stages.findIndex(({ id }) => id === idea.stageId) + (isForward ? 1 : -1)]
      if (to && mayWrite) moveTo(idea, { stageId: to.id, beforeId: inStage(to.id)[row]?.id ?? null })
      return
    }
    const ahead = isForward ? visible.slice(nth + 1) : visible.slice(0, Math.max(nth, 0)).reverse()
    const column2 = ahead.map(({ id }) => shownOf(id)).find((cards) => cards.length > 0)
    focusCard(column2?.[Math.min(row, column2.length - 1)]?.id)
  }
  const open = (idea: Idea) => {
    if (!drag.wasDragged()) setOpenId(idea.id)
  }
  const actions = { open, write, remove, toStage, step }
  const isNarrowed = Object.values(asked).some((one) => one !== undefined && one !== '')
  const opened = ideas.find(({ id }) => id === openId)
  const isEmpty = list.data?.length === 0 && !list.isPlaceholderData
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      {mayWrite && stages.length > 0 && (
        <QuickAdd profileId={profileId} stageId={(isNarrow ? visible : stages)[0]?.id} />
      )}
      <Toolbar first={<SearchField label={words.search} value={filter.q ?? ''} onChange={(q) => onFilter({ q })} />}>
        <FilterBar profileId={profileId} names={['label', 'author']} value={filter} onChange={onFilter} />
      </Toolbar>
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {(list.isPending || stages.length === 0) && !list.error && <WaitingRows count={6} />}
      {isEmpty && isNarrowed && <EmptyState icon="search" title={words.nothing} lead={words.nothingLead} />}
      {isEmpty && !isNarrowed && <EmptyState icon="spark" title={words.empty} lead={words.emptyLead} />}
      {isNarrow && ideas.length > 0 && stages.length > 1 && (
        <ChoiceBar
          label={words.stage}
          value={visible[0]?.id ?? ''}
          onChange={setShownStage}
          options={stages.map((stage) => [stage.id, `${stageName(stage)} ${inStage(stage.id).length}`] as const)}
        />
      )}
      {ideas.length > 0 && stages.length > 0 && (
        <div ref={board} className="-mx-4 flex items-start gap-3 overflow-x-auto px-4 pb-4 sm:-mx-6 sm:px-6">
          {visible.map((stage) => {
            const cards = shownOf(stage.id)
            const total = inStage(stage.id).length
            const isOver = drag.spot?.stageId === stage.id
            return (
              <section
                key={stage.id}
                aria-label={stageName(stage)}
                data-stage={stage.id}
                className={`grid min-h-60 min-w-64 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-2 self-stretch rounded-lg p-2 max-md:min-w-full ${
                  isOver ? 'bg-brand-tint' : 'bg-sunken/60'
                }`}
              >
                <div className="flex min-h-9 items-center gap-2 ps-1.5">
                  <h2 className="min-w-0 truncate font-semibold">{stageName(stage)}</h2>
                  <span className="nums text-ink-3 text-sm">{total}</span>
                  {mayWrite && (
                    <StageMenu profileId={profileId} stage={stage} stages={stages} nameOf={stageName} count={total} />
                  )}
                </div>
                <ul aria-label={stageName(stage)} className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
                  {cards.map((idea, nth) => (
                    <IdeaCard
                      key={idea.id}
                      idea={idea}
                      stages={stages}
                      stageName={stageName}
                      labelNames={idea.labelIds.flatMap((id) => labels.find((label) => label.id === id)?.name ?? [])}
                      author={personOf(idea.authorUid)}
                      isFirst={nth === 0}
                      isLast={nth === total - 1}
                      isMarked={isOver && drag.spot?.beforeId === idea.id}
                      actions={actions}
                      onHold={drag.hold(idea.id)}
                      onKeyDown={press(idea)}
                    />
                  ))}
                </ul>
                {isOver && drag.spot?.beforeId === null && <span className="h-0.5 rounded-full bg-brand" />}
                {total === 0 && <p className="px-1.5 py-4 text-ink-3 text-sm">{words.emptyStage}</p>}
                {cards.length < total && (
                  <button
                    type="button"
                    className="min-h-9 rounded-md font-medium text-brand text-sm hover:underline"
                    onClick={() => setComplete(new Set([...complete, stage.id]))}
                  >
                    {words.showAll(total)}
                  </button>
                )}
              </section>
            )
          })}
          {mayWrite && !isNarrow && <AddStage profileId={profileId} />}
        </div>
      )}
      <p id="idea-keys" hidden>
        {words.keys}
      </p>
      <p aria-live="polite" className="sr-only">
        {said}
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
            focusCard(opened.id)
            setOpenId(null)
          }}
        />
      )}
    </div>
  )
}

const isSame = (name: string, other: string | undefined): boolean =>
  other !== undefined && labelKey(name) === labelKey(other)
