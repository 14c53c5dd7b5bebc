import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Idea, refreshIdeas } from './ideas-query.ts'
import { inLine } from './line.ts'

/** Turns ideas into drafts and deletes them. */
export function useIdeaActions() {
  const { ideas: words, shell } = useMessages('ideas')
  const navigate = useNavigate()
  const write = async ({ id, profileId }: Idea): Promise<void> => {
    try {
      const post = await inLine(() => api.createPostFromIdea({ id }))
      await queryClient.invalidateQueries({ queryKey: ['posts'] })
      void refreshIdeas()
      await navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: post.id } })
    } catch (error) {
      if (error instanceof Error) tellFailure(words.notWritten, error)
    }
  }
  const remove = async ({ id }: Idea): Promise<void> => {
    try {
      await inLine(() => api.deleteIdea({ id }))
      tell({ title: words.dialog.removed, undo: { label: shell.undo, run: () => void restore(id) } })
    } catch (error) {
      if (error instanceof Error) tellFailure(words.dialog.notRemoved, error)
    }
    await refreshIdeas()
  }
  const restore = async (id: string): Promise<void> => {
    try {
      await inLine(() => api.restoreIdea({ id }))
    } catch (error) {
      if (error instanceof Error) tellFailure(words.dialog.notRestored, error)
    }
    await refreshIdeas()
  }
  return { write: (idea: Idea) => void write(idea), remove: (idea: Idea) => void remove(idea) }
}
