import type { Input } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import type { Check, Issue } from '#web/compose/check/use-check.ts'
import { isEditable, type Post } from '#web/posts/post-time.ts'

/** The part of a dry run that is shown for one account. */
export interface Plan {
  readonly accountId: string | null
  /** The text as it will be sent. */
  readonly text: string
  readonly length: number
  readonly maxLength: number
  /** The calls to the network, in order. */
  readonly calls: readonly string[]
  readonly quota: { readonly max: number; readonly used: number; readonly reserved: number } | null
}

/** Fetches what would be sent where, for an unpublished post. */
export function usePlan(
  post: Post | undefined,
): (accountId: string | null) => { plan: Plan | null; faults: readonly Issue[] } {
  const check = useQuery({
    queryKey: ['post', post?.id, 'plan'],
    queryFn: () =>
      post ? api.validatePost(toCheckInput(post)) : Promise.reject(new Error('There is no post to check.')),
    enabled: post !== undefined && isEditable(post) && post.targets.length > 0,
  })
  return (accountId) => ({ plan: planOf(check.data, accountId), faults: faultsOf(check.data, accountId) })
}

const planOf = (check: Check | undefined, accountId: string | null): Plan | null =>
  (Object.values(check?.perPlatformPlan ?? {}) as unknown as Plan[]).find((plan) => plan.accountId === accountId) ??
  null

const faultsOf = (check: Check | undefined, accountId: string | null): readonly Issue[] =>
  check?.errors.filter((fault) => fault.accountId === accountId) ?? []

/** Converts a stored post to the input of the check. */
function toCheckInput({ profileId, content, title, media, format, thread, link, firstComment, targets }: Post) {
  const platforms = targets.map(({ platform, accountId, overrides }) => ({
    platform,
    ...(accountId && { accountId }),
    ...overrides,
  }))
  return { profileId, content, title, media, format, thread, link, firstComment, platforms } as Input<'validatePost'>
}
