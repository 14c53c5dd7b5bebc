import type { Result } from '@posthorn/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatInZone } from '#web/lib/time.ts'
import { nameZone, readersZone, shownZone } from '#web/lib/zones.ts'
import { sayRhythm } from '#web/ui/rhythm/rhythm-words.ts'
import { type RuleForm, toRule } from './rule-form.ts'

/** The schedule in words, and its next times in local time of its zone. */
export function RulePreview({ preview }: { readonly preview: SchedulePreview }) {
  const messages = useMessages()
  const { form, inZone, noRuns } = messages.recurring
  // The page names the zone of its times outside of the dialog, where a reader elsewhere may not see it.
  const isElsewhere = [readersZone(), shownZone()].some((zone) => zone !== preview.timezone)
  return (
    <section aria-label={form.preview} aria-live="polite" className="grid gap-2 rounded-md bg-sunken p-3">
      <p className="font-medium">
        {sayRhythm(preview.cron, preview.description, messages)}
        {isElsewhere && <span className="font-normal text-ink-2"> · {inZone(nameZone(preview.timezone))}</span>}
      </p>
      {preview.nextRuns.length === 0 && <p className="text-held">{noRuns}</p>}
      <ol className="nums grid gap-x-4 gap-y-0.5 text-ink-2 text-sm sm:grid-cols-2">
        {preview.nextRuns.map((at) => (
          <li key={at}>{formatInZone(at, preview.timezone, 'long')}</li>
        ))}
      </ol>
    </section>
  )
}

type SchedulePreview = Result<'previewRecurringRule'>

/**
 * Fetches the next times of a schedule, or what is wrong with it. A rule without its own zone uses that of its author.
 * Null if the reader is the author.
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
