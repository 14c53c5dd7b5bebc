import type { Item } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'

export type Idea = Item<'listIdeas', 'ideas'>
export type Stage = Item<'listIdeaStages', 'stages'>

export interface IdeaFilter {
  readonly q?: string | undefined
  readonly labelId?: string | undefined
  readonly authorUid?: string | undefined
}

const atOnce = 200

async function readIdeas(profileId: string, { q, labelId, authorUid }: IdeaFilter): Promise<readonly Idea[]> {
  const all: Idea[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.listIdeas>> = await api.listIdeas({
      ...{ profileId, limit: atOnce },
      ...(q && { q }),
      ...(labelId && { labelId }),
      ...(authorUid && { authorUid }),
      ...(cursor && { cursor }),
    })
    all.push(...page.ideas)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** The ideas of a brand, in the order of its board. There are at most 2,000. */
export const ideasQuery = (profileId: string, filter: IdeaFilter) =>
  queryOptions({ queryKey: ['ideas', profileId, filter], queryFn: () => readIdeas(profileId, filter) })

/** The stages of the board, in their order. */
export const stagesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['idea-stages', profileId],
    queryFn: async () => (await api.listIdeaStages({ profileId })).stages,
  })

/** Reads the ideas again, after one has changed. */
export const refreshIdeas = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['ideas'] })

/** Reads the board again, after a stage has changed. */
export const refreshBoard = async (profileId: string): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['idea-stages', profileId] })
  await refreshIdeas()
}

/** Returns the first words of an idea, as its name. */
export const nameOf = ({ title, text, url }: Pick<Idea, 'title' | 'text' | 'url'>): string =>
  title || text.trim().split('\n')[0]?.slice(0, 100) || url || ''
