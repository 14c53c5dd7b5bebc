import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useId, useState } from 'react'
import { fromWall, type Instant, toWall } from '#rules/wall-clock.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { nameZone, readersZone } from '#web/lib/zones.ts'
import { ClockNote } from '#web/ui/form/clock-note.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { takenTimesQuery } from './taken-times.ts'
import { isUnread, nothingTyped, type TypedTime, TypedTimeField, timeLabel } from './typed-time-field.tsx'
import { findFreeSlot, listUsualTimes } from './usual-times.ts'

interface PickerProps {
  readonly profileId: string
  readonly zone: string
  readonly at: string | null
  readonly onChange: (at: string | null) => void
  /** Reports whether a field contains something that is not a valid time. */
  readonly onUnread: (isUnread: boolean) => void
}

const chip =
  'min-h-9 rounded-full border border-line bg-surface px-3 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand/10 max-md:min-h-11'

/** Chooses between now and a time: common times are one click away, and any other can be typed. */
export const SchedulePicker = memo(function SchedulePicker({ profileId, zone, at, onChange, onUnread }: PickerProps) {
  const { schedule } = useMessages()
  const [chosen, setChosen] = useState<{ readonly wall: string; readonly instant: Instant } | null>(null)
  const [written, setWritten] = useState({ typed: nothingTyped, before: at })
  const [half, setHalf] = useState({ isHalf: false, round: 0 })
  const id = useId()
  const taken = useQuery(takenTimesQuery(profileId))
  const slot = taken.data ? findFreeSlot(zone, taken.data) : null
  const { tonight, tomorrow } = listUsualTimes(zone)
  // A time chosen elsewhere replaces the typed one.
  const isTypedOver = written.typed.time !== null && written.typed.time.instant.at !== at
  const typed = isTypedOver ? nothingTyped : written.typed
  const isAnyUnread = half.isHalf || isUnread(typed)
  useEffect(() => onUnread(isAnyUnread), [onUnread, isAnyUnread])
  const choose = (next: string | null) => {
    setChosen(null)
    setWritten({ typed: nothingTyped, before: next })
    setHalf(({ round }) => ({ isHalf: false, round: round + 1 }))
    onChange(next)
  }
  const take = (wall: string, instant: Instant) => {
    setChosen({ wall, instant })
    onChange(instant.at)
  }
  /** Updates on each keystroke. Clearing the text restores the previously chosen time. */
  const type = (next: TypedTime) => {
    const before = typed.text === '' ? at : written.before
    setWritten({ typed: next, before })
    if (next.time) take(next.time.wall, next.time.instant)
    else if (next.text.trim() === '') onChange(before)
  }
  /** An incomplete date has no value, but does not mean “now”. */
  const noteHalf = ({ validity: { badInput: isHalf } }: HTMLInputElement) =>
    setHalf((was) => (was.isHalf === isHalf ? was : { ...was, isHalf }))
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
      <TypedTimeField zone={zone} value={typed} onChange={type} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor={id} className={timeLabel}>
          {schedule.anyTime}
        </label>
        <input
          key={half.round}
          id={id}
          type="datetime-local"
          value={at === null || half.isHalf ? '' : toWall(at, zone)}
          min={toWall(now(), zone)}
          aria-describedby={`${id}-zone`}
          onChange={({ target }) => {
            noteHalf(target)
            if (target.validity.badInput) return
            setWritten({ typed: nothingTyped, before: at })
            if (target.value === '') choose(null)
            else take(target.value, fromWall(target.value, zone))
          }}
          onKeyUp={({ currentTarget }) => noteHalf(currentTarget)}
          onBlur={({ currentTarget }) => noteHalf(currentTarget)}
          className={`${inputStyle} max-md:min-h-11 sm:w-60!`}
        />
        <span id={`${id}-zone`} className="text-ink-3 text-sm">
          {schedule.zone(nameZone(zone))}
          {at !== null && zone !== readersZone() && ` · ${schedule.yours(formatInZone(at, readersZone(), 'long'))}`}
        </span>
      </div>
      <ClockNote zone={zone} />
      {isPast && <p className="text-failed text-sm">{schedule.past}</p>}
      {chosen?.instant.kind === 'skipped' && (
        <p role="status" className="rounded-md bg-partial/10 px-3 py-2 text-sm">
          {schedule.skipped(chosen.wall.slice(11), toWall(chosen.instant.at, zone).slice(11))}
        </p>
      )}
      {chosen?.instant.kind === 'twice' && chosen.instant.later && (
        <Twice
          time={chosen.wall.slice(11)}
          first={chosen.instant.at}
          second={chosen.instant.later}
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

/** Asks which of two times is meant in the night when clocks go back. */
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
