import { type SubmitEvent, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDates } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { type AnalyticsSearch, type Range, rangeNames, ranges } from '../analytics-search.ts'
import { periodIn, usualRange } from '../period.ts'

interface PickerProps {
  readonly search: AnalyticsSearch
  readonly onChange: (change: Pick<AnalyticsSearch, 'range' | 'from' | 'to'>) => void
}

/** The period of a page: a preset with one click, or two dates. */
export function PeriodPicker({ search, onChange }: PickerProps) {
  const { analytics } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const period = periodIn(search)
  const isOwn = search.from !== undefined
  const nameOf = (range: Range) => (range === '12m' ? analytics.period.year : analytics.period.last(ranges[range]))
  return (
    <>
      <ChoiceBar<Range | 'own'>
        label={analytics.period.label}
        value={isOwn ? 'own' : (search.range ?? usualRange)}
        onChange={(range) => range !== 'own' && onChange({ range })}
        options={rangeNames.map((range) => [range, nameOf(range)] as const)}
      />
      <Button onClick={() => setOpen(true)} className={`max-sm:min-h-11 ${isOwn ? 'border-brand' : ''}`}>
        <Icon name="calendar" className="size-4" />
        {isOwn ? formatDates(period.start, period.end) : analytics.period.custom}
      </Button>
      {isOpen && (
        <DatesDialog
          title={analytics.period.custom}
          start={period.start}
          end={period.end}
          onClose={() => setOpen(false)}
          onChoose={(from, to) => {
            setOpen(false)
            onChange({ from, to })
          }}
        />
      )}
    </>
  )
}

interface DatesProps {
  readonly title: string
  readonly start: string
  readonly end: string
  readonly onChoose: (from: string, to: string) => void
  readonly onClose: () => void
}

/** Asks for the first and last day of a period. */
export function DatesDialog({ title, start, end, onChoose, onClose }: DatesProps) {
  const { analytics, shell } = useMessages()
  const [isWrong, setWrong] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [from, to] = [String(form.get('from')), String(form.get('to'))]
    if (from <= to) onChoose(from, to)
    else setWrong(true)
  }
  const today = dayKey(nowDate())
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={analytics.period.from} name="from" type="date" required max={today} defaultValue={start} />
          <Field
            label={analytics.period.to}
            name="to"
            type="date"
            required
            max={today}
            defaultValue={end}
            error={isWrong ? analytics.period.order : undefined}
          />
        </div>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary">
            {analytics.period.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
