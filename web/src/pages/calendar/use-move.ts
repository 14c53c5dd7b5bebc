import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'

/** Moves a scheduled post to another time, and offers the way back. */
export function useMove(): (post: Post, to: Date) => Promise<void> {
  const { calendar, shell } = useMessages()
  const put = async (id: string, scheduledAt: string) => {
    try {
      await api.updatePost({ id, scheduledAt })
      return true
    } catch (error) {
      if (error instanceof Error) tellFailure(calendar.notMoved, error)
      return false
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['posts'] })
    }
  }
  return async ({ id, scheduledAt }, to) => {
    if (!scheduledAt || scheduledAt === to.toISOString()) return
    const isMoved = await put(id, to.toISOString())
    if (!isMoved) return
    const undo = { label: shell.undo, run: () => void put(id, scheduledAt) }
    tell({ title: calendar.moved(formatDayAndTime(to.toISOString())), undo })
  }
}

/** The time of the post on another day. */
export function onDay(post: Post, day: Date): Date {
  const moved = new Date(day)
  const time = new Date(post.scheduledAt ?? Date.now())
  moved.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds())
  return moved
}
