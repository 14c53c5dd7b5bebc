import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { networks as names } from '#web/ui/marks/network-mark.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Scope, usePause, useQueue } from './use-queue.ts'

interface DialogProps {
  /** The network that was chosen before the dialog opened. */
  readonly scope: Scope
  readonly onClose: () => void
}

const longestReason = 300

/** Asks where to stop publishing, and why. */
export function PauseDialog({ scope, onClose }: DialogProps) {
  const { admin, shell } = useMessages('admin')
  const words = admin.queue
  const networks = useQueue().data?.publishing ?? []
  const [chosen, setChosen] = useState<string>(scope ?? '')
  const [reason, setReason] = useState('')
  const pause = usePause()
  const platform = networks.find((one) => one.platform === chosen)?.platform
  const fault = faultOf(pause.error, '/reason')
  return (
    <Dialog title={words.pauseAll} lead={words.dialogLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          pause.mutate({ reason: reason.trim(), ...(platform && { platform }) }, { onSuccess: onClose })
        }}
      >
        <SelectField
          label={words.where}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={{
            '': words.everywhere,
            ...Object.fromEntries(networks.map((one) => [one.platform, names[one.network].name])),
          }}
        />
        <Field
          label={words.reason}
          hint={words.reasonHint}
          error={fault}
          required
          autoFocus
          maxLength={longestReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {pause.error && !fault && <ProblemBanner error={pause.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={pause.isPending} disabled={reason.trim() === ''}>
            {words.pause}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
