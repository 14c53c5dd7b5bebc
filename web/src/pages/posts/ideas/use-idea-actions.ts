import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Idea, ideasQuery, refreshIdeas } from './ideas-query.ts'

/** Turns ideas into drafts and deletes them. */
export function useIdeaActions() {
  const { ideas: words, shell } = useMessages('ideas')
  const navigate = useNavigate()
  const write = async ({ id, profileId }: Idea): Promise<void> => {
    try {
      const post = await api.createPostFromIdea({ id })
      await queryClient.invalidateQueries({ queryKey: ['posts'] })
      void refreshIdeas()
      await navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: post.id } })
    } catch (error) {
      if (error instanceof Error) tellFailure(words.notWritten, error)
    }
  }
  const remove = async (idea: Idea): Promise<void> => {
    const all = queryClient.getQueryData(ideasQuery(idea.profileId, {}).queryKey) ?? []
    const column = all.filter(({ stageId }) => stageId === idea.stageId)
    const beforeId = column[column.findIndex(({ id }) => id === idea.id) + 1]?.id ?? null
    try {
      await api.deleteIdea({ id: idea.id })
      tell({ title: words.dialog.removed, undo: { label: shell.undo, run: () => void restore(idea, beforeId) } })
    } catch (error) {
      if (error instanceof Error) tellFailure(words.dialog.notRemoved, error)
    }
    await refreshIdeas()
  }
  /** Writes a deleted idea again, where it was. Its place may be gone by now. */
  const restore = async (
    { profileId, stageId, title, text, url, mediaIds, labelIds }: Idea,
    beforeId: string | null,
  ): Promise<void> => {
    try {
      const { id } = await api.createIdea({ profileId, stageId, title, text, url, mediaIds, labelIds })
      await api.moveIdea({ id, stageId, beforeId }).catch(() => {})
    } catch (error) {
      if (error instanceof Error) tellFailure(words.dialog.notRestored, error)
    }
    await refreshIdeas()
  }
  return { write: (idea: Idea) => void write(idea), remove: (idea: Idea) => void remove(idea) }
}
