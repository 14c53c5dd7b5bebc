import { useEffect, useRef, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { type Idea, nameOf } from './ideas-query.ts'
import type { Board } from './use-board.ts'
import { type Spot, useMoveIdea } from './use-move-idea.ts'

/** Moves cards of a board, says where each is now, and keeps the focus on it. */
export function useMoving({ profileId, asked, ideas, stages, stageName, inStage, shownOf }: Board) {
  const { ideas: words } = useMessages('ideas')
  const [said, setSaid] = useState('')
  const board = useRef<HTMLDivElement>(null)
  const focusOn = useRef<string | null>(null)
  const move = useMoveIdea(profileId, asked)
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
  const moveTo = (idea: Idea, spot: Spot) => {
    const others = inStage(spot.stageId).filter(({ id }) => id !== idea.id)
    const at = spot.beforeId === null ? others.length : others.findIndex(({ id }) => id === spot.beforeId)
    const stage = stages.find(({ id }) => id === spot.stageId)
    move(idea, spot)
    focusOn.current = idea.id
    if (stage) setSaid(words.moved(nameOf(idea) || words.untitled, stageName(stage), at + 1, others.length + 1))
  }
  return {
    /** The element of the board. */
    board,
    /** The last move, in words. */
    said,
    focusCard,
    moveTo,
    /** Moves an idea to the top of a stage. */
    toStage: (idea: Idea, stageId: string) => moveTo(idea, { stageId, beforeId: inStage(stageId)[0]?.id ?? null }),
    /** Moves an idea by one within its stage. */
    step: (idea: Idea, by: -1 | 1) => {
      const column = inStage(idea.stageId)
      const at = column.findIndex(({ id }) => id === idea.id) + by
      if (at < 0 || at >= column.length) return
      moveTo(idea, { stageId: idea.stageId, beforeId: column[by === 1 ? at + 1 : at]?.id ?? null })
    },
    /** Moves an idea that was dropped somewhere. */
    drop: (id: string, { stageId, beforeId }: Spot) => {
      const idea = ideas.find((one) => one.id === id)
      const column = inStage(stageId)
      // The end of what is shown is not the end of the stage.
      const before = beforeId ?? column[shownOf(stageId).length]?.id ?? null
      const next = column[column.findIndex((one) => one.id === id) + 1]?.id ?? null
      if (idea && (idea.stageId !== stageId || before !== next)) moveTo(idea, { stageId, beforeId: before })
    },
  }
}

export type Moving = ReturnType<typeof useMoving>
