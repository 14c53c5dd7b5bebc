import { useMessages } from '#web/i18n/index.ts'
import { formatInZone } from '#web/lib/time.ts'
import { nameWholeZone } from '#web/lib/time-zones.ts'
import { readersZone } from '#web/lib/zones.ts'
import { sayRhythm } from '#web/ui/rhythm/rhythm-words.ts'
import type { SchedulePreview } from './use-schedule-preview.ts'

/** The schedule in words, and the next times at which it falls, as the clocks of its zone show them. */
export function RulePreview({ preview }: { readonly preview: SchedulePreview }) {
  const messages = useMessages()
  const { form, inZone, noRuns } = messages.recurring
  return (
    <section aria-label={form.preview} aria-live="polite" className="grid gap-2 rounded-md bg-sunken p-3">
      <p className="font-medium">
        {sayRhythm(preview.cron, preview.description, messages)}
        {preview.timezone !== readersZone() && (
          <span className="font-normal text-ink-2"> · {inZone(nameWholeZone(preview.timezone))}</span>
        )}
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
