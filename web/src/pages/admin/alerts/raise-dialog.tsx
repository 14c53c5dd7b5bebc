import type { Input } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

type Severity = NonNullable<Input<'raiseAlert'>['severity']>

const longestMessage = 500

/** Notifies all administrators of something that Posthorn cannot detect. */
export function RaiseDialog({ onClose }: { readonly onClose: () => void }) {
  const { admin, shell } = useMessages('admin')
  const words = admin.alerts
  const queries = useQueryClient()
  const [severity, setSeverity] = useState<Severity>('warning')
  const [message, setMessage] = useState('')
  const raise = useMutation({
    mutationFn: () => api.raiseAlert({ severity, message: message.trim() }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['alerts'] })
      onClose()
    },
  })
  return (
    <Dialog title={words.raise.title} lead={words.raise.lead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          raise.mutate()
        }}
      >
        <Field
          label={words.raise.message}
          required
          autoFocus
          maxLength={longestMessage}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <SelectField
          label={words.raise.severity}
          value={severity}
          onChange={(event) => setSeverity(event.target.value as Severity)}
          options={words.severity}
        />
        {raise.error && <ProblemBanner error={raise.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={raise.isPending} disabled={message.trim() === ''}>
            {words.raise.action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
