import type { components } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { saveFile } from '#web/lib/browser/save-file.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { keepRows, splitRecords } from './records.ts'

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
      return 'ready' in answer ? { ...answer, records: splitRecords(await body.text()) } : null
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
  const faulty = new Set(report?.rows.flatMap(({ row, outcome }) => (outcome === 'faulty' ? [row] : [])))
  /** The part of the file with the valid rows, or with the others. */
  const cut = (isValid: boolean) =>
    new Blob([report ? keepRows(report.records, (row) => faulty.has(row) !== isValid) : ''], { type: 'text/csv' })
  const error = store.error ?? trial.error
  return (
    <Dialog title={bulk.importTitle} lead={bulk.importLead} isWide onClose={onClose}>
      <FileField label={bulk.file} accept=".csv,text/csv" onChange={choose} />
      {report && <ImportTable rows={report.rows} textOf={report.records.contentOf} />}
      {faulty.size > 0 && report?.posts === 0 && <p className="text-failed">{bulk.faultyRows(faulty.size)}</p>}
      {faulty.size > 0 && report && report.posts > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-failed">{bulk.skippedRows(faulty.size)}</p>
          <Button isSmall onClick={() => saveFile(cut(false), bulk.skippedFile)}>
            {bulk.saveSkipped}
          </Button>
        </div>
      )}
      {error && <ProblemBanner error={error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button
          variant="primary"
          disabled={!file || !report?.posts}
          isBusy={trial.isPending || store.isPending}
          onClick={() => file && store.mutate(faulty.size > 0 ? cut(true) : file)}
        >
          {report?.posts ? bulk.importNow(report.posts) : bulk.importPosts}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type Row = components['schemas']['ImportReport']['rows'][number]

const heading = 'px-3 py-2 text-start font-medium text-ink-3 text-xs'

interface TableProps {
  readonly rows: readonly Row[]
  readonly textOf: (row: number) => string
}

/** The outcome of each row of a file, with its text and its errors. */
function ImportTable({ rows, textOf }: TableProps) {
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
            <th className={heading}>{columns.text}</th>
            <th className={heading}>{columns.outcome}</th>
            <th className={heading}>{columns.when}</th>
            <th className={heading}>{columns.notes}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ row, outcome, scheduledAt, errors, warnings }) => (
            <tr key={row} className="align-top">
              <td className="nums px-3 py-2 text-ink-3">{row}</td>
              <td className="max-w-60 px-3 py-2">
                <OneLine>{textOf(row)}</OneLine>
              </td>
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
