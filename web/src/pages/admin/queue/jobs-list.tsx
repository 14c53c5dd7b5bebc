import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { Section } from '#web/ui/section.tsx'
import type { QueueState } from './use-queue.ts'

/** The kinds of jobs of which some wait or have failed. The others have nothing to tell. */
export function JobsList({ jobs }: { readonly jobs: QueueState['jobs'] }) {
  const words = useMessages('admin').admin.queue
  const shownJobs = jobs.filter(({ ready, failed }) => ready + failed > 0)
  return (
    <Section title={words.jobs} lead={words.jobsLead}>
      {shownJobs.length === 0 && <p className="text-ink-3">{words.noJobs}</p>}
      {shownJobs.length > 0 && (
        <RowList label={words.jobs}>
          {shownJobs.map(({ job, ready, failed, oldestReadyAt }) => (
            <li key={job} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <code className="min-w-0 flex-1 basis-40 break-all font-mono text-sm">{job}</code>
              {oldestReadyAt && (
                <span className="nums text-ink-3 text-sm">
                  {words.jobReady(formatNumber(ready), formatDistance(oldestReadyAt))}
                </span>
              )}
              {failed > 0 && <span className="nums text-failed text-sm">{words.jobFailed(formatNumber(failed))}</span>}
            </li>
          ))}
        </RowList>
      )}
    </Section>
  )
}
