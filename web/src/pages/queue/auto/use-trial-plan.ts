import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { type PlanForm, toRequest } from './plan-form.ts'

/** Asks which time each draft would get. Nothing is scheduled. */
export function useTrialPlan(profileId: string, form: PlanForm) {
  const request = { ...toRequest(profileId, form), dryRun: true }
  return useQuery({
    queryKey: ['trial-plan', request],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const { scheduled } = await api.autoSchedulePosts(request, { signal })
      return new Map(scheduled.map(({ postId, scheduledAt }) => [postId, scheduledAt]))
    },
    enabled: form.postIds.length > 0 && form.perDay > 0 && form.from !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
