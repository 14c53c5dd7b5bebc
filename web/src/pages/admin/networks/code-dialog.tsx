import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface DialogProps {
  readonly title: string
  /** The text of the button that continues. */
  readonly verb: string
  readonly needsValue: boolean
  /** The name to type before a deletion. Null if nothing is deleted. */
  readonly typedName: string | null
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onSubmit: (given: { readonly code: string; readonly value: string }) => void
  readonly onClose: () => void
}

/** Asks for a two-step verification code, and for a value to store or the name of what is deleted. */
export function CodeDialog({ title, verb, needsValue, typedName, isBusy, error, onSubmit, onClose }: DialogProps) {
  const { admin, auth, shell } = useMessages('admin')
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={title} lead={typedName ? admin.secrets.removeLead : admin.secrets.codeLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          onSubmit({ code: String(form.get('code')).trim(), value: String(form.get('value') ?? '').trim() })
        }}
      >
        {needsValue && (
          <Field label={admin.secrets.value} name="value" type="password" autoComplete="off" required autoFocus />
        )}
        {typedName && (
          <Field
            label={admin.secrets.typeName(typedName)}
            autoComplete="off"
            required
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <Field
          label={auth.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus={!needsValue && !typedName}
        />
        {error && <ProblemBanner error={error} />}
        <DialogActions>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button
            type="submit"
            variant={typedName ? 'danger' : 'primary'}
            disabled={typedName !== null && typed.trim() !== typedName}
            isBusy={isBusy}
          >
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
