import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { formatDates } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { DatesDialog } from '#web/ui/dates-dialog.tsx'
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
          max={dayKey(nowDate())}
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
