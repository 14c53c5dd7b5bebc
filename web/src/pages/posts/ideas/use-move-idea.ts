import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Idea, type IdeaFilter, ideasQuery, refreshIdeas } from './ideas-query.ts'
import { inLine } from './line.ts'

/** The target of a move: before another idea of a stage, or at its end. */
export interface Spot {
  readonly stageId: string
  readonly beforeId: string | null
}

/**
 * Moves ideas. The board shows a move at once, and sends the moves one after another, each with the version that the
 * one before has made. If someone else has moved the idea, the board shows where it is.
 */
export function useMoveIdea(profileId: string, filter: IdeaFilter) {
  const { ideas: words } = useMessages('ideas')
  const queries = useQueryClient()
  const { queryKey } = ideasQuery(profileId, filter)
  const waiting = useRef(0)
  /** The versions that moves have made, which the list has only once it is read again. */
  const versions = useRef(new Map<string, number>())
  const send = async (idea: Idea, spot: Spot) => {
    const version = Math.max(idea.version, versions.current.get(idea.id) ?? 0)
    try {
      const moved = await api.moveIdea({ id: idea.id, ...spot }, { ifMatch: `"${version}"` })
      versions.current.set(idea.id, moved.version)
    } catch (error) {
      if (isRefusal(error, 'precondition_failed') || isRefusal(error, 'idea_neighbor_moved'))
        tell({ title: words.elsewhere, detail: words.elsewhereLead })
      else if (error instanceof Error) tellFailure(words.notMoved, error)
    }
    waiting.current -= 1
  }
  return (idea: Idea, spot: Spot): void => {
    waiting.current += 1
    // A list that is being read has the place before the move.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (ideas) => ideas && place(ideas, idea, spot))
    void inLine(() => send(idea, spot)).then(async () => {
      if (waiting.current === 0) await refreshIdeas()
    })
  }
}

/** Returns the ideas with one in another place. */
function place(ideas: readonly Idea[], idea: Idea, { stageId, beforeId }: Spot): readonly Idea[] {
  const others = ideas.filter(({ id }) => id !== idea.id)
  const before = others.findIndex(({ id }) => id === beforeId)
  const last = others.findLastIndex((one) => one.stageId === stageId) + 1
  return others.toSpliced(before === -1 ? last : before, 0, { ...idea, stageId })
}
