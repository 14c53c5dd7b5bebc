import type { Result } from '@posthorn/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { inboxCountsQuery } from '#web/app/inbox-counts-query.ts'
import { type InboxFilter, type InboxSearch, readInboxFilter } from '#web/app/inbox-search.ts'
import { queryClient } from '#web/app/queries.ts'
import { conversationsRequest } from './inbox-request.ts'

export type Conversation = Result<'getConversation'>
export type Item = Result<'listInboxItems'>['items'][number]
export type Reply = Result<'getInboxReply'>
export type InboxAccount = Result<'listInboxAccounts'>['accounts'][number]
export type ConversationsPart = Result<'listConversations'>

const pollMs = 30_000
/** A list of more parts is fetched again only where something changes. */
const fewParts = 3
/** More is said in no conversation that people read to its end. */
const mostItems = 2_000

/** The conversations of a part of the inbox. They are fetched again while the page is visible. */
export const conversationsQuery = (profileId: string, filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: ['inbox', profileId, 'list', filter],
    queryFn: ({ pageParam }) =>
      api.listConversations({ ...conversationsRequest(profileId, filter), ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= fewParts ? pollMs : false),
    refetchOnMount: ({ state }) => (state.data?.pages.length ?? 0) <= fewParts,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= fewParts,
  })

export const conversationQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'conversation', id],
    queryFn: () => api.getConversation({ id }),
  })

/** The messages of a conversation, oldest first. */
export const itemsQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'items', id],
    queryFn: async () => {
      const items: Item[] = []
      for (let cursor: string | null | undefined; cursor !== null && items.length < mostItems; ) {
        const page = await api.listInboxItems({ id, limit: 200, ...(cursor ? { cursor } : {}) })
        items.push(...page.items)
        cursor = page.nextCursor
      }
      return items
    },
    refetchInterval: pollMs,
  })

const replyPollMs = 1_000

/** True for a reply whose outcome is not settled. */
export const isUnderWay = ({ state }: Reply): boolean => state === 'queued' || state === 'sending'

/** The replies that the team wrote in a conversation, oldest first. */
export const repliesQuery = (profileId: string, id: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'replies', id],
    queryFn: async () => (await api.listInboxReplies({ id })).replies,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? replyPollMs : pollMs),
  })

const mostEarlier = 6

/** The latest conversations of a person with an account. */
export const ofPersonQuery = (profileId: string, accountId: string, handle: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'person', accountId, handle],
    queryFn: async () =>
      (await api.listConversations({ profileId, accountId, handle, limit: mostEarlier })).conversations,
  })

/** The accounts of a brand, and when they were last read. */
export const inboxAccountsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['inbox', profileId, 'accounts'],
    queryFn: async () => (await api.listInboxAccounts({ profileId })).accounts,
    refetchInterval: pollMs,
  })

/** Starts fetching what the page shows first. */
export async function readAhead(profileId: string, search: InboxSearch): Promise<void> {
  void queryClient.prefetchQuery(inboxCountsQuery(profileId))
  if (search.open) void queryClient.prefetchQuery(itemsQuery(profileId, search.open))
  await Promise.all([
    queryClient.prefetchQuery(inboxAccountsQuery(profileId)),
    queryClient.prefetchInfiniteQuery(conversationsQuery(profileId, readInboxFilter({ ...search }))),
  ])
}
