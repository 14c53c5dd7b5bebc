import { useCallback, useMemo, useState } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import { writePost } from '#web/posts/refresh-posts.ts'
import { useMove } from '#web/posts/use-move.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import type { FreeActions } from './free-chip.tsx'
import type { FreeTime } from './use-free-times.ts'

/** Gives free times to posts that are dropped on them, and opens a dialog that fills them. */
export function useFreeActions(
  findPost: (postId: string) => BriefPost | undefined,
  /** Handles what is not in the calendar, such as a draft of the tray. */
  onOther: (postId: string, at: Date) => void,
) {
  const move = useMove()
  const place = usePlace()
  const [filling, setFilling] = useState<FreeTime | null>(null)
  const drop = useCallback(
    (postId: string, time: FreeTime) => {
      const post = findPost(postId)
      // A draft of the calendar stays a draft, wherever it is dropped.
      if (post) void (post.status === 'draft' ? move(post, new Date(time.at)) : place(post, time))
      else onOther(postId, new Date(time.at))
    },
    [findPost, onOther, move, place],
  )
  const actions: FreeActions = useMemo(() => ({ fill: setFilling, drop }), [drop])
  return { actions, filling, close: () => setFilling(null) }
}

/** Gives a scheduled post a free time of a plan, and offers to undo it. */
function usePlace() {
  const { calendar, shell } = useMessages()
  return useCallback(
    async ({ id }: BriefPost, { planId, at }: FreeTime) => {
      const change = async (body: Parameters<typeof api.updatePost>[0]) => {
        await writePost(id, () => api.updatePost(body))
        await Promise.all(['posts', 'post'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
      }
      const attempt = async (work: () => Promise<void>) => {
        try {
          await work()
        } catch (error) {
          if (error instanceof Error) tellFailure(calendar.notMoved, error)
        }
      }
      await attempt(async () => {
        const { scheduledAt, slotPlanId } = await api.getPost({ id })
        await change({ id, slot: { planId, at } })
        const back = slotPlanId ? { slot: { planId: slotPlanId, at: scheduledAt ?? at } } : { scheduledAt }
        const undo = { label: shell.undo, run: () => void attempt(() => change({ id, ...back })) }
        tell({ title: calendar.moved(formatDayAndTime(at)), undo })
      })
    },
    [calendar, shell],
  )
}
