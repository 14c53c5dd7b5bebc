import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { ImportTable } from './import-table.tsx'

interface ImportProps {
  readonly profileId: string
  readonly onClose: () => void
}

/** Imports posts from a file. What would be done with each row is shown first, and nothing is stored before. */
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
      <Field
        label={bulk.file}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
      />
      {report && <ImportTable rows={report.rows} />}
      {faulty > 0 && <p className="text-failed">{bulk.faultyRows(faulty)}</p>}
      {error && <ProblemBanner error={error} />}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button
          look="primary"
          disabled={!file || !report?.ready || report.posts === 0}
          isBusy={trial.isPending || store.isPending}
          onClick={() => file && store.mutate(file)}
        >
          {bulk.importNow(report?.posts ?? 0)}
        </Button>
      </div>
    </Dialog>
  )
}
