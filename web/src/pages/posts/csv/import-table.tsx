import type { components } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'

type Row = components['schemas']['ImportReport']['rows'][number]

const heading = 'px-3 py-2 text-start font-medium text-ink-3 text-xs'

/** The outcome of each row of a file, with its faults. */
export function ImportTable({ rows }: { readonly rows: readonly Row[] }) {
  const { bulk, compose, verdicts } = useMessages()
  const { columns, outcomes } = bulk
  // The service names the time in UTC.
  const sayIssue = (issue: Row['warnings'][number]): string =>
    issue.code === 'same_post' && issue.params
      ? compose.samePost(String(issue.params.state), formatDayAndTime(String(issue.params.at)))
      : verdicts.issue(issue)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys
    <div tabIndex={0} className="max-h-72 overflow-auto rounded-md border border-line">
      <table className="w-full">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th className={heading}>{columns.row}</th>
            <th className={heading}>{columns.outcome}</th>
            <th className={heading}>{columns.when}</th>
            <th className={heading}>{columns.notes}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ row, outcome, scheduledAt, errors, warnings }) => (
            <tr key={row} className="align-top">
              <td className="nums px-3 py-2 text-ink-3">{row}</td>
              <td className={`whitespace-nowrap px-3 py-2 ${outcome === 'faulty' ? 'text-failed' : ''}`}>
                {outcomes[outcome]}
              </td>
              <td className="nums whitespace-nowrap px-3 py-2 text-ink-2">
                {scheduledAt && formatDayAndTime(scheduledAt)}
              </td>
              <td className="px-3 py-2 text-ink-2 text-sm">
                {[...errors, ...warnings].map((issue) => {
                  const message = sayIssue(issue)
                  return (
                    <p key={`${issue.path} ${issue.message}`}>
                      {issue.column ? bulk.inColumn(issue.column, message) : message}
                    </p>
                  )
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
