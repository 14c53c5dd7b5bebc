import { PosthornError } from '@posthorn/sdk'
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Returns true for errors that a retry may resolve. The SDK has already repeated the calls that are safe to repeat. */
const mayTryAgain = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof PosthornError) || error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: mayTryAgain, placeholderData: keepPreviousData },
    mutations: { retry: false },
  },
})

/** The queries of the shell and of most pages. Live events invalidate them by the first part of their keys. */
export const profilesQuery = queryOptions({ queryKey: ['profiles'], queryFn: () => api.listProfiles() })

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => api.getMe() })

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async () => (await api.listProviders()).providers,
  staleTime: 300_000,
})

export const accountsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['accounts', profileId], queryFn: () => api.listAccounts({ profileId }) })

/** The people of a brand. Members change rarely. */
export const membersQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['members', profileId],
    queryFn: () => api.listProfileMembers({ id: profileId }),
    staleTime: 300_000,
  })

export const postQuery = (id: string) => queryOptions({ queryKey: ['post', id], queryFn: () => api.getPost({ id }) })

export const postAuditQuery = (id: string) =>
  queryOptions({ queryKey: ['post', id, 'audit'], queryFn: () => api.listPostAudit({ id }) })
