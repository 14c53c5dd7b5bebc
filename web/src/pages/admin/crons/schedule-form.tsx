import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { fromCron, rhythmsOfJobs, toCron } from '#web/ui/rhythm/rhythm.ts'
import { RhythmField } from '#web/ui/rhythm/rhythm-field.tsx'
import { UserName } from '../parts/user-name.tsx'
import { type Cron, useChangeCron } from './use-crons.ts'

/** Changes how often a job runs, or switches it off. */
export function ScheduleForm({ cron }: { readonly cron: Cron }) {
  const words = useMessages('admin').admin.crons
  const { name, schedule, builtInSchedule, timezone, enabled, updatedAt, updatedByUid } = cron
  const [rhythm, setRhythm] = useState(() => fromCron(schedule, rhythmsOfJobs))
  const [isOn, setOn] = useState(enabled)
  const change = useChangeCron(name)
  const wanted = toCron(rhythm)
  const fault = faultOf(change.error, '/schedule')
  const isChanged = wanted !== schedule || isOn !== enabled
  const bringBack = () => {
    setRhythm(fromCron(builtInSchedule, rhythmsOfJobs))
    change.mutate({ schedule: null })
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== null) change.mutate({ schedule: wanted === builtInSchedule ? null : wanted, enabled: isOn })
      }}
    >
      <RhythmField kinds={rhythmsOfJobs} value={rhythm} onChange={setRhythm} error={fault} />
      <label className="flex min-h-8 w-fit cursor-pointer items-start gap-2.5 py-1">
        <input type="checkbox" className="mt-1" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
        <span className="grid">
          {words.isOn}
          <span className="text-ink-3 text-sm">{words.isOnHint(timezone)}</span>
        </span>
      </label>
      {fault && rhythm.kind !== 'cron' && <p className="text-failed text-sm">{fault}</p>}
      {change.error && !fault && <ProblemBanner error={change.error} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {updatedAt && updatedByUid && (
          <span className="me-auto text-ink-3 text-sm">
            {words.changed(formatDistance(updatedAt))} <UserName uid={updatedByUid} />
          </span>
        )}
        {schedule !== builtInSchedule && (
          <Button look="quiet" disabled={change.isPending} onClick={bringBack}>
            {words.builtIn}
          </Button>
        )}
        <SaveButton isBusy={change.isPending} isDone={change.isSuccess && !isChanged} />
      </div>
    </form>
  )
}
