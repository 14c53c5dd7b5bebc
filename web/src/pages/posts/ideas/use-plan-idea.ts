import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Idea, refreshIdeas } from './ideas-query.ts'
import { inLine } from './line.ts'

/**
 * Turns ideas into drafts with a time, and opens them in the composer. An idea without posts gets one, even if two
 * people plan it at once.
 */
export function usePlanIdea() {
  const { calendar, ideas: words } = useMessages('ideas')
  const navigate = useNavigate()
  const isBusy = useRef(false)
  const plan = async ({ id, profileId, postCount }: Idea, at: Date): Promise<void> => {
    if (at.getTime() <= now()) return tell({ title: words.notPlanned, detail: calendar.inThePast })
    if (isBusy.current) return
    isBusy.current = true
    const draft = { id, scheduledAt: at.toISOString(), unusedOnly: postCount === 0 }
    try {
      const post = await inLine(() => api.createPostFromIdea(draft))
      void refreshIdeas()
      await queryClient.invalidateQueries({ queryKey: ['posts'] })
      await navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: post.id } })
    } catch (error) {
      if (isRefusal(error, 'idea_has_post')) tell({ title: words.planned, detail: words.plannedLead })
      else if (error instanceof Error) tellFailure(words.notPlanned, error)
      await refreshIdeas()
    } finally {
      isBusy.current = false
    }
  }
  return (idea: Idea, at: Date): void => void plan(idea, at)
}
