import { type SubmitEvent, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Field } from './field.tsx'

interface DatesProps {
  readonly title: string
  readonly start: string
  readonly end: string
  /** The last day to offer. */
  readonly max?: string
  readonly onChoose: (from: string, to: string) => void
  readonly onClose: () => void
}

/** Asks for the first and last day of a period. */
export function DatesDialog({ title, start, end, max, onChoose, onClose }: DatesProps) {
  const { analytics, shell } = useMessages()
  const [isWrong, setWrong] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [String(form.get('from')), String(form.get('to'))]
    if (from <= to) onChoose(from, to)
    else setWrong(true)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={analytics.period.from} name="from" type="date" required max={max} defaultValue={start} />
          <Field
            label={analytics.period.to}
            name="to"
            type="date"
            required
            max={max}
            defaultValue={end}
            error={isWrong ? analytics.period.order : undefined}
          />
        </div>
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary">
            {analytics.period.apply}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
