import type { Result } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'

export type Approvals = Result<'getPostApprovals'>

export const approvalsQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'approvals'], queryFn: () => api.getPostApprovals({ id: postId }) })
