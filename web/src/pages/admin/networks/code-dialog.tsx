import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface DialogProps {
  readonly title: string
  readonly needsValue: boolean
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onSubmit: (given: { readonly code: string; readonly value: string }) => void
  readonly onClose: () => void
}

/** Asks for a code of the second factor, and for a value that is stored with it. */
export function CodeDialog({ title, needsValue, isBusy, error, onSubmit, onClose }: DialogProps) {
  const { admin, auth, shell } = useMessages('admin')
  return (
    <Dialog title={title} lead={admin.secrets.codeLead} onClose={onClose}>
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
        <Field
          label={auth.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus={!needsValue}
        />
        {error && <ProblemBanner error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {shell.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
