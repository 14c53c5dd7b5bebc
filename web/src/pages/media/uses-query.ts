import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Uses = Result<'listMediaPosts'>

/** The posts that use a file. Live events of posts make it stale. */
export const usesQuery = (id: string) =>
  queryOptions({ queryKey: ['posts', 'of-media', id], queryFn: () => api.listMediaPosts({ id }) })
