import type { Result } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { type RuleForm, toRule } from './rule-form.ts'

export type SchedulePreview = Result<'previewRecurringRule'>

/**
 * Asks the service when a schedule falls due, or what is wrong with it. A rule that has no zone of its own is in that of
 * its author; null: the reader is the author.
 */
export function useSchedulePreview(form: RuleForm, authorsZone: string | null) {
  const rule = toRule(form)
  const timezone = rule?.timezone ?? authorsZone
  const params = rule && {
    cron: rule.cron,
    ...(timezone && { timezone }),
    ...(rule.endAt && { endAt: rule.endAt }),
  }
  return useQuery({
    queryKey: ['recurring', 'preview', params],
    queryFn: ({ signal }) => api.previewRecurringRule(params ?? { cron: '' }, { signal }),
    enabled: params !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
