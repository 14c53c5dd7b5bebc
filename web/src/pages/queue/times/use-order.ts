import type { Result } from '@posthorn/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'

type Moves = Result<'moveInSlotPlan'>['moves']

/** Puts the posts of a plan in another order, and offers to undo it. */
export function useOrder(planId: string) {
  const { shell, slots } = useMessages()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(['posts', 'post', 'stats'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const run = async (change: () => Promise<{ readonly moves: Moves }>, mayUndo: boolean) => {
    try {
      const { moves } = await change()
      await refresh()
      if (moves.length === 0) return
      const postIds = moves
        .toSorted((one, other) => Date.parse(one.from ?? one.to) - Date.parse(other.from ?? other.to))
        .map(({ postId }) => postId)
      const undo = () => void run(() => api.arrangeSlotPlan({ id: planId, postIds }), false)
      tell({ title: slots.shuffled(moves.length), ...(mayUndo && { undo: { label: shell.undo, run: undo } }) })
    } catch (error) {
      await refresh()
      if (error instanceof Error) tellFailure(slots.notMoved, error)
    }
  }
  return {
    move: async (postId: string, beforeId: string | null) => {
      await run(() => api.moveInSlotPlan({ id: planId, postId, beforeId }), true)
      keepFocus(postId)
    },
    shuffle: () => run(() => api.shuffleSlotPlan({ id: planId }), true),
  }
}

/** Gives the focus back to the handle of a post, unless it is elsewhere by now. A row that moves to another day loses it. */
const keepFocus = (postId: string): unknown =>
  requestAnimationFrame(() => {
    const handle = document.querySelector<HTMLElement>(`[data-place="${postId}"] button`)
    if (handle && document.activeElement?.contains(handle)) handle.focus()
  })
