import type { Item } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { labelKey } from '#rules/label-key.ts'
import { api } from '#web/app/api.ts'
import { queryClient } from '#web/app/queries.ts'
import { labelsQuery } from '#web/posts/labels/labels-query.ts'
import { untilSent } from './line.ts'

export type Idea = Item<'listIdeas', 'ideas'>
export type Stage = Item<'listIdeaStages', 'stages'>

export interface IdeaFilter {
  readonly q?: string | undefined
  /** The name of a label, in any case. */
  readonly label?: string | undefined
  readonly authorUid?: string | undefined
}

const atOnce = 200

/** Returns what narrows a list, as the API names it. Null if a label has another name by now, so that nothing matches. */
async function toRequest(profileId: string, { q, label, authorUid }: IdeaFilter) {
  const labels = label ? await queryClient.ensureQueryData(labelsQuery(profileId)) : []
  const found = labels.find(({ name }) => labelKey(name) === labelKey(label ?? ''))
  if (label && !found) return null
  return { profileId, ...(q && { q }), ...(found && { labelId: found.id }), ...(authorUid && { authorUid }) }
}

async function readIdeas(profileId: string, filter: IdeaFilter): Promise<readonly Idea[]> {
  await untilSent()
  const request = await toRequest(profileId, filter)
  if (request === null) return []
  const all: Idea[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof api.listIdeas>> = await api.listIdeas({
      ...request,
      limit: atOnce,
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

const mostShown = 100

/** The first ideas of a board that no post has been made from. */
export const unusedIdeasQuery = (profileId: string, filter: Omit<IdeaFilter, 'q'>) =>
  queryOptions({
    queryKey: ['ideas', profileId, 'unused', filter],
    queryFn: async () => {
      await untilSent()
      const request = await toRequest(profileId, filter)
      return request === null ? [] : (await api.listIdeas({ ...request, hasPosts: false, limit: mostShown })).ideas
    },
  })

/** The stages of the board, in their order. */
export const stagesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['idea-stages', profileId],
    queryFn: async () => {
      await untilSent()
      return (await api.listIdeaStages({ profileId })).stages
    },
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
