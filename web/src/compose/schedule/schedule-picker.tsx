import { useQuery } from '@tanstack/react-query'
import { memo, useId, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { fromWall, type Instant, nameZone, readersZone, toWall } from '#web/lib/zones.ts'
import { ClockNote } from '#web/ui/form/clock-note.tsx'
import { inputLook } from '#web/ui/form/labelled.tsx'
import { takenTimesQuery } from './taken-times.ts'
import { TypedTimeField, timeLabel } from './typed-time-field.tsx'
import { findFreeSlot, listUsualTimes } from './usual-times.ts'

interface PickerProps {
  readonly profileId: string
  readonly zone: string
  readonly at: string | null
  readonly onChange: (at: string | null) => void
}

const chip =
  'min-h-9 rounded-full border border-line bg-surface px-3 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand/10 max-md:min-h-11'

/** Chooses between now and a time: the usual times are one click away, any other can be typed. */
export const SchedulePicker = memo(function SchedulePicker({ profileId, zone, at, onChange }: PickerProps) {
  const { schedule } = useMessages()
  const [typed, setTyped] = useState<{ readonly wall: string; readonly instant: Instant } | null>(null)
  const id = useId()
  const taken = useQuery(takenTimesQuery(profileId))
  const slot = taken.data ? findFreeSlot(zone, taken.data) : null
  const { tonight, tomorrow } = listUsualTimes(zone)
  const choose = (next: string | null) => {
    setTyped(null)
    onChange(next)
  }
  const take = (wall: string, instant: Instant) => {
    setTyped({ wall, instant })
    onChange(instant.at)
  }
  const usual = [
    { name: schedule.now, time: null },
    ...(slot === null ? [] : [{ name: schedule.freeSlot(formatInZone(slot, zone, 'short')), time: slot }]),
    { name: schedule.at(formatInZone(tonight, zone, 'short')), time: tonight },
    { name: schedule.at(formatInZone(tomorrow, zone, 'short')), time: tomorrow },
  ]
  const isPast = at !== null && Date.parse(at) <= now()
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-medium">{schedule.title}</legend>
      <div className="flex flex-wrap gap-2">
        {usual
          .filter(({ time }, nth) => usual.findIndex((other) => other.time === time) === nth)
          .map(({ name, time }) => (
            <button key={name} type="button" aria-pressed={at === time} onClick={() => choose(time)} className={chip}>
              {name}
            </button>
          ))}
      </div>
      <TypedTimeField zone={zone} at={at} onTake={({ wall, instant }) => take(wall, instant)} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor={id} className={timeLabel}>
          {schedule.anyTime}
        </label>
        <input
          id={id}
          type="datetime-local"
          value={at === null ? '' : toWall(at, zone)}
          min={toWall(now(), zone)}
          aria-describedby={`${id}-zone`}
          onChange={({ target: { value } }) => (value === '' ? choose(null) : take(value, fromWall(value, zone)))}
          className={`${inputLook} max-md:min-h-11 sm:w-60!`}
        />
        <span id={`${id}-zone`} className="text-ink-3 text-sm">
          {schedule.zone(nameZone(zone))}
          {at !== null && zone !== readersZone() && ` · ${schedule.yours(formatInZone(at, readersZone(), 'long'))}`}
        </span>
      </div>
      <ClockNote zone={zone} />
      {isPast && <p className="text-failed text-sm">{schedule.past}</p>}
      {typed?.instant.kind === 'skipped' && (
        <p role="status" className="rounded-md bg-partial/10 px-3 py-2 text-sm">
          {schedule.skipped(typed.wall.slice(11), toWall(typed.instant.at, zone).slice(11))}
        </p>
      )}
      {typed?.instant.kind === 'twice' && typed.instant.later && (
        <Twice
          time={typed.wall.slice(11)}
          first={typed.instant.at}
          second={typed.instant.later}
          at={at}
          onChange={onChange}
        />
      )}
    </fieldset>
  )
})

interface TwiceProps {
  readonly time: string
  readonly first: string
  readonly second: string
  readonly at: string | null
  readonly onChange: (at: string) => void
}

/** Asks which of two hours is meant, on the night when clocks go back. */
function Twice({ time, first, second, at, onChange }: TwiceProps) {
  const { schedule } = useMessages()
  return (
    <div className="grid gap-2 rounded-md bg-partial/10 px-3 py-2 text-sm">
      <p role="status">{schedule.twice(time)}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" aria-pressed={at === first} onClick={() => onChange(first)} className={chip}>
          {schedule.first(time)}
        </button>
        <button type="button" aria-pressed={at === second} onClick={() => onChange(second)} className={chip}>
          {schedule.second(time)}
        </button>
      </div>
    </div>
  )
}
