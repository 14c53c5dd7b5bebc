import type { KeyboardEvent } from 'react'
import { useRights } from '#web/app/rights/rights.ts'
import type { Idea } from './ideas-query.ts'
import type { Board } from './use-board.ts'
import type { Moving } from './use-moving.ts'

/** Handles the keys of a card: arrows choose another card, and with Shift they move it. */
export function useBoardKeys({ stages, visible, inStage, shownOf }: Board, { focusCard, moveTo, step }: Moving) {
  const { mayWrite } = useRights()
  const moveAside = (idea: Idea, row: number, by: -1 | 1) => {
    const to = stages[stages.findIndex(({ id }) => id === idea.stageId) + by]
    if (to) moveTo(idea, { stageId: to.id, beforeId: inStage(to.id)[row]?.id ?? null })
  }
  /** Focuses a card of the next stage on the screen that has any. */
  const lookAside = (idea: Idea, row: number, by: -1 | 1) => {
    const nth = visible.findIndex(({ id }) => id === idea.stageId)
    const ahead = by === 1 ? visible.slice(nth + 1) : visible.slice(0, Math.max(nth, 0)).reverse()
    const column = ahead.map(({ id }) => shownOf(id)).find((cards) => cards.length > 0)
    focusCard(column?.[Math.min(row, column.length - 1)]?.id)
  }
  return (idea: Idea) => (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    if (!key.startsWith('Arrow') || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (shiftKey && !mayWrite) return
    const column = inStage(idea.stageId)
    const row = column.findIndex(({ id }) => id === idea.id)
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      const by = key === 'ArrowUp' ? -1 : 1
      if (shiftKey) step(idea, by)
      else focusCard(column[row + by]?.id)
      return
    }
    const isForward = (key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
    const by = isForward ? 1 : -1
    if (shiftKey) moveAside(idea, row, by)
    else lookAside(idea, row, by)
  }
}
