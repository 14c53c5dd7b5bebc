import type { Result } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/app/api.ts'
import { type Account, type Draft, toRequest } from './draft.ts'

export type Check = Result<'validatePost'>
export type Issue = Check['errors'][number]

/** The part of a plan that counters and previews show. */
interface Plan {
  readonly accountId: string | null
  /** The text as it will be sent. */
  readonly text: string
  readonly length: number
  readonly maxLength: number
}

const pauseMs = 500

/** Asks the service what it thinks of the draft, shortly after the last change. */
export function useCheck(draft: Draft, profileId: string, accounts: readonly Account[]) {
  const request = JSON.stringify(toRequest(draft, profileId, accounts))
  const settled = useSettled(request)
  const check = useQuery({
    queryKey: ['check', settled],
    queryFn: ({ signal }) => api.validatePost(JSON.parse(settled), { signal }),
    enabled: draft.accountIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return { check: check.data ?? null, isCurrent: settled === request && !check.isFetching, error: check.error }
}

/** Returns the value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Finds the plan of an account. */
export const planOf = (check: Check | null, accountId: string): Plan | null =>
  (Object.values(check?.perPlatformPlan ?? {}) as unknown as Plan[]).find((plan) => plan.accountId === accountId) ??
  null
