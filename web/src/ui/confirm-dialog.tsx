import { useMessages } from '#web/i18n/index.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { ProblemBanner } from './problem-banner.tsx'

interface ConfirmProps {
  readonly title: string
  readonly lead: string
  readonly action: string
  readonly isBusy: boolean
  readonly error: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog({ title, lead, action, isBusy, error, onConfirm, onClose }: ConfirmProps) {
  const { shell } = useMessages()
  return (
    <Dialog title={title} lead={lead} onClose={onClose}>
      {error && <ProblemBanner error={error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button variant="danger" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
