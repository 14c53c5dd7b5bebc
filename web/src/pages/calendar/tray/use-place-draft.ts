import { PosthornError } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '#web/app/api.ts'
import { profilesQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { BriefPost } from '#web/posts/post-time.ts'
import { writePost } from '#web/posts/refresh-posts.ts'
import { explain } from '#web/ui/problem/explain.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'

/**
 * Schedules a draft, and offers to undo it. A draft that is not ready, or that someone else must approve or publish, gets
 * the time and stays a draft.
 */
export function usePlaceDraft(profileId: string): (post: BriefPost, to: Date) => Promise<void> {
  const messages = useMessages()
  const { calendar, shell } = messages
  const brand = useQuery(profilesQuery).data?.find(({ id }) => id === profileId)
  const { mayPublish } = useRights()
  const staysDraft = !mayPublish || (brand?.requiredApprovals ?? 0) > 0
  return useCallback(
    async ({ id }, to) => {
      if (to.getTime() <= now()) return tell({ title: calendar.tray.notPlaced, detail: calendar.inThePast })
      const scheduledAt = to.toISOString()
      const when = formatDayAndTime(scheduledAt)
      const put = (changes: { readonly scheduledAt: string | null; readonly saveAsDraft?: boolean }) =>
        writePost(id, () => api.updatePost({ id, ...changes }))
      const undo = { label: shell.undo, run: () => void takeBack() }
      const takeBack = async () => {
        try {
          await put({ scheduledAt: null, saveAsDraft: true })
        } catch (error) {
          if (error instanceof Error) tellFailure(calendar.notMoved, error)
        }
      }
      try {
        if (staysDraft) {
          await put({ scheduledAt, saveAsDraft: true })
          return tell({ title: calendar.tray.placed(when), undo })
        }
        await put({ scheduledAt })
        tell({ title: calendar.quick.scheduled(when), undo })
      } catch (error) {
        if (!(error instanceof Error)) throw error
        if (!isUnready(error)) return tellFailure(calendar.tray.notPlaced, error)
        try {
          await put({ scheduledAt, saveAsDraft: true })
          tell({ title: calendar.tray.placed(when), detail: explain(error, messages).text, undo })
        } catch (other) {
          if (other instanceof Error) tellFailure(calendar.tray.notPlaced, other)
        }
      }
    },
    [calendar, shell, messages, staysDraft],
  )
}

/** True if the service refused the content, which a draft may still have. */
const isUnready = (error: Error): boolean =>
  error instanceof PosthornError && (error.status === 400 || error.status === 409 || error.status === 422)
