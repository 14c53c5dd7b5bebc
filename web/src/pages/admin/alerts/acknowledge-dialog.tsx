import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface DialogProps {
  readonly id: string
  readonly message: string
  readonly onClose: () => void
}

const longestNote = 1_000

/** Says that the reader looks after an alert, with a note for the others. */
export function AcknowledgeDialog({ id, message, onClose }: DialogProps) {
  const { admin, shell } = useMessages('admin')
  const words = admin.alerts
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const acknowledge = useMutation({
    mutationFn: () => api.acknowledgeAlert({ id, ...(note.trim() && { note: note.trim() }) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      void queries.invalidateQueries({ queryKey: ['admin-overview'] })
      onClose()
    },
  })
  return (
    <Dialog title={words.acknowledge} lead={message} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          acknowledge.mutate()
        }}
      >
        <Field
          label={words.note}
          hint={words.noteHint}
          maxLength={longestNote}
          autoFocus
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {acknowledge.error && <ProblemBanner error={acknowledge.error} />}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={acknowledge.isPending}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
