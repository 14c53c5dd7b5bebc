import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface RejectProps {
  readonly postId: string
  readonly onClose: () => void
}

/** Sends a post back to its author, with the reason. */
export function RejectDialog({ postId, onClose }: RejectProps) {
  const { approvals: words, shell } = useMessages()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const reject = useMutation({
    mutationFn: () => api.rejectPost({ id: postId, reason: reason.trim() }),
    onSuccess: async () => {
      await Promise.all(['post', 'posts'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      onClose()
    },
  })
  return (
    <Dialog title={words.rejectTitle} lead={words.rejectLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          reject.mutate()
        }}
      >
        <Field
          label={words.reason}
          required
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {reject.error && <ProblemBanner error={reject.error} />}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" look="danger" disabled={reason.trim() === ''} isBusy={reject.isPending}>
            {words.reject}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
