import { useState } from 'react'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { shownZone } from '#web/lib/zones.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ClockNote } from '#web/ui/form/clock-note.tsx'

interface TimeDialogProps {
  readonly title: string
  readonly at: string
  readonly onSave: (at: Date) => void
  readonly onClose: () => void
}

/** Asks for another time. */
export function TimeDialog({ title, at, onSave, onClose }: TimeDialogProps) {
  const { calendar, shell } = useMessages()
  const [value, setValue] = useState(toWall(at, shownZone()))
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSave(new Date(fromWall(value, shownZone()).at))
          onClose()
        }}
      >
        <Field
          label={calendar.newTime}
          type="datetime-local"
          required
          min={toWall(now(), shownZone())}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <ClockNote zone={shownZone()} />
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary">
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
