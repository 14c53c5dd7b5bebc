import { useCallback } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { onDayOf } from '#web/lib/day.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { type BriefPost, isEditable } from '#web/posts/post-time.ts'
import { writePost } from '#web/posts/refresh-posts.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'

/** True for a post that has a time and is not published yet. Accounts that follow it move with the post. */
export const isMovable = (post: BriefPost): boolean =>
  isEditable(post) && post.scheduledAt !== null && post.isLater !== true

/** Moves a post to another time, on the page at once, and offers to undo it. A draft stays a draft. */
export function useMove(): (post: BriefPost, to: Date) => Promise<void> {
  const { calendar, shell } = useMessages()
  return useCallback(
    async (post, to) => {
      const { scheduledAt } = post
      if (!scheduledAt || scheduledAt === to.toISOString()) return
      if (to.getTime() <= now()) return tell({ title: calendar.notMoved, detail: calendar.inThePast })
      const put = (at: string) => putAt(post, at, calendar.notMoved)
      const isMoved = await put(to.toISOString())
      if (!isMoved) return
      const undo = { label: shell.undo, run: () => void put(scheduledAt) }
      tell({ title: calendar.moved(formatDayAndTime(to.toISOString())), undo })
    },
    [calendar, shell],
  )
}

async function putAt({ id, status }: BriefPost, scheduledAt: string, notMoved: string): Promise<boolean> {
  showAt(id, scheduledAt)
  try {
    await writePost(id, () => api.updatePost({ id, scheduledAt, ...(status === 'draft' && { saveAsDraft: true }) }))
    return true
  } catch (error) {
    if (error instanceof Error) tellFailure(notMoved, error)
    return false
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['post'] })
  }
}

/** Shows a post at a time before the service confirms it. The response replaces this. */
function showAt(id: string, scheduledAt: string): void {
  const filters = { queryKey: ['posts'], predicate: isCalendar }
  queryClient.setQueriesData<readonly BriefPost[]>(filters, (posts) =>
    posts?.map((post) => (post.id === id ? { ...post, scheduledAt } : post)),
  )
}

const isCalendar = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[2] === 'calendar'

/** The time of the post on another day. */
export const onDay = (post: BriefPost, day: Date): Date => onDayOf(day, new Date(post.scheduledAt ?? now()))
