import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

interface ShiftProps {
  readonly onShift: (byMs: number) => void
  readonly onClose: () => void
}

const hourMs = 3_600_000

/** Asks by how much to move the selected posts. */
export function ShiftDialog({ onShift, onClose }: ShiftProps) {
  const { bulk, shell } = useMessages()
  const [days, setDays] = useState(1)
  const [hours, setHours] = useState(0)
  const [direction, setDirection] = useState<'later' | 'earlier'>('later')
  const byMs = (days * 24 + hours) * hourMs * (direction === 'later' ? 1 : -1)
  return (
    <Dialog title={bulk.shiftTitle} lead={bulk.shiftLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onShift(byMs)
          onClose()
        }}
      >
        <div className="grid grid-cols-2 gap-4">
          <Field
            label={bulk.days}
            type="number"
            min={0}
            max={365}
            required
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          />
          <Field
            label={bulk.hours}
            type="number"
            min={0}
            max={23}
            required
            value={hours}
            onChange={(event) => setHours(Number(event.target.value))}
          />
        </div>
        <SelectField
          label={bulk.direction}
          value={direction}
          onChange={(event) => setDirection(event.target.value === 'later' ? 'later' : 'earlier')}
          options={{ later: bulk.later, earlier: bulk.earlier }}
        />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={byMs === 0}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
