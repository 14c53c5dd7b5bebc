import type { components } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'

interface ImportProps {
  readonly profileId: string
  readonly onClose: () => void
}

/** Imports posts from a file. A preview shows the effect of each row before anything is stored. */
export function ImportDialog({ profileId, onClose }: ImportProps) {
  const { bulk, shell } = useMessages()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const trial = useMutation({
    mutationFn: async (body: Blob) => {
      const answer = await api.importPosts({ profileId, body, dryRun: 'true' })
      return 'ready' in answer ? answer : null
    },
  })
  const store = useMutation({
    mutationFn: async (body: Blob) => {
      const answer = await api.importPosts({ profileId, body })
      return 'created' in answer ? answer.created : 0
    },
    onSuccess: async (count) => {
      await queries.invalidateQueries({ queryKey: ['posts'] })
      tell({ title: bulk.imported(count) })
      onClose()
    },
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    store.reset()
    if (chosen) trial.mutate(chosen)
  }
  const report = trial.data
  const faulty = report?.rows.filter(({ outcome }) => outcome === 'faulty').length ?? 0
  const error = store.error ?? trial.error
  return (
    <Dialog title={bulk.importTitle} lead={bulk.importLead} isWide onClose={onClose}>
      <FileField label={bulk.file} accept=".csv,text/csv" onChange={choose} />
      {report && <ImportTable rows={report.rows} />}
      {faulty > 0 && <p className="text-failed">{bulk.faultyRows(faulty)}</p>}
      {error && <ProblemBanner error={error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button
          variant="primary"
          disabled={!file || !report?.ready || report.posts === 0}
          isBusy={trial.isPending || store.isPending}
          onClick={() => file && store.mutate(file)}
        >
          {report?.posts ? bulk.importNow(report.posts) : bulk.importPosts}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Row = components['schemas']['ImportReport']['rows'][number]

const heading = 'px-3 py-2 text-start font-medium text-ink-3 text-xs'

/** The outcome of each row of a file, with its errors. */
function ImportTable({ rows }: { readonly rows: readonly Row[] }) {
  const { bulk, compose, verdicts } = useMessages()
  const { columns, outcomes } = bulk
  // The service's message has the time in UTC.
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
