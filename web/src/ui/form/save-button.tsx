import { useMessages } from '#web/i18n/index.ts'
import { Button } from '../button.tsx'

interface SaveProps {
  readonly isBusy: boolean
  readonly isDone: boolean
  readonly label?: string
  /** The ID of the form, if the button is outside of it. */
  readonly form?: string
}

/** The save button of a card that saves separately. */
export function SaveButton({ isBusy, isDone, label, form }: SaveProps) {
  const { shell } = useMessages()
  return (
    <>
      <span role="status" className="text-published text-sm">
        {isDone && shell.saved}
      </span>
      <Button type="submit" {...(form ? { form } : {})} variant="primary" isBusy={isBusy}>
        {label ?? shell.save}
      </Button>
    </>
  )
}
