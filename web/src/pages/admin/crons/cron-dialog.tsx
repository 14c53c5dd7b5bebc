import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { fromCron, rhythmsOfJobs, toCron } from '#web/ui/rhythm/rhythm.ts'
import { RhythmField } from '#web/ui/rhythm/rhythm-field.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { formatTook } from '../parts/format-took.ts'
import { UserName } from '../parts/user-name.tsx'
import { type Cron, nameOfCron, type Run, saySchedule, toneOf, useChangeCron, useRunCron } from './use-crons.ts'

interface DialogProps {
  readonly cron: Cron
  readonly mayAct: boolean
  readonly onClose: () => void
}

/** Shows the latest runs of a job, changes its schedule, and runs it now. */
export function CronDialog({ cron, mayAct, onClose }: DialogProps) {
  const messages = useMessages('admin')
  const { admin, shell } = messages
  const words = admin.crons
  const { name, nextRuns, runs } = cron
  const run = useRunCron(name)
  return (
    <Dialog isWide title={nameOfCron(name, messages)} onClose={onClose}>
      <p className="-mt-2 text-ink-3 text-sm">
        <code className="font-mono text-xs">{name}</code>
      </p>
      {mayAct ? <ScheduleForm cron={cron} /> : <p>{saySchedule(cron, messages)}</p>}
      {nextRuns.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-medium">{words.nextRuns}</h3>
          <p className="nums text-ink-2 text-sm">{nextRuns.map((at) => formatDayAndTime(at)).join(' · ')}</p>
        </section>
      )}
      <section className="grid gap-1">
        <h3 className="font-medium">{words.runs}</h3>
        {runs.length === 0 && <p className="text-ink-3">{words.neverRan}</p>}
        <ol className="divide-y divide-line">
          {runs.map((one) => (
            <RunRow key={one.scheduledFor} run={one} />
          ))}
        </ol>
      </section>
      {run.error && <ProblemBanner error={run.error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
        {mayAct && (
          <Button isBusy={run.isPending} onClick={() => run.mutate()}>
            {words.run}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function RunRow({ run: { scheduledFor, state, durationMs, attempts, error, byUid } }: { readonly run: Run }) {
  const words = useMessages('admin').admin.crons
  return (
    <li className="grid gap-1 py-2">
      <p className="nums flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
        <span className="flex-1 basis-40">{formatDayAndTime(scheduledFor)}</span>
        {byUid && (
          <span>
            {words.byHand} <UserName uid={byUid} />
          </span>
        )}
        {attempts > 1 && <span>{words.attempts(attempts)}</span>}
        {durationMs !== null && <span>{formatTook(durationMs)}</span>}
        <Tag tone={toneOf[state]}>{words.states[state]}</Tag>
      </p>
      {error && (
        <p className={`break-words text-sm ${state === 'done' ? 'text-ink-3' : 'text-failed'}`}>
          {words.wentWrong(error)}
        </p>
      )}
    </li>
  )
}

/** Changes how often a job runs, or disables it. */
function ScheduleForm({ cron }: { readonly cron: Cron }) {
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
          <Button variant="quiet" disabled={change.isPending} onClick={bringBack}>
            {words.builtIn}
          </Button>
        )}
        <SaveButton isBusy={change.isPending} isDone={change.isSuccess && !isChanged} />
      </div>
    </form>
  )
}
