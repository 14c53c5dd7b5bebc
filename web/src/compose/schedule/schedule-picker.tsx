import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useId, useState } from 'react'
import { fromWall, type Instant, toWall } from '#rules/wall-clock.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { nameZone, readersZone } from '#web/lib/zones.ts'
import { MonthGrid } from '#web/posts/times/month-grid.tsx'
import { takenTimesQuery } from '#web/posts/times/taken-times.ts'
import { ClockNote } from '#web/ui/form/clock-note.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { bestHoursQuery } from './best-times.ts'
import { isUnread, nothingTyped, type TypedTime, TypedTimeField } from './typed-time-field.tsx'
import { UsualTimes } from './usual-times-list.tsx'

interface PickerProps {
  readonly profileId: string
  readonly zone: string
  readonly at: string | null
  /** True while the picker can be seen. Its best times are fetched then. */
  readonly isOpen: boolean
  /** The next free posting time of the brand. Null if it has none, undefined while it is not known. */
  readonly free: string | null | undefined
  readonly onChange: (at: string | null) => void
  /** Reports whether a field contains something that is not a valid time. */
  readonly onUnread: (isUnread: boolean) => void
}

const chip =
  'min-h-9 rounded-full border border-line bg-surface px-3 hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand/10 max-md:min-h-11'

const usualTime = '09:00'
const hourMs = 3_600_000

/** Chooses between now and a time: common times are one click away, and any other can be picked or typed. */
export const SchedulePicker = memo(function SchedulePicker(props: PickerProps) {
  const { profileId, zone, at, isOpen, free, onChange, onUnread } = props
  const { schedule, writing } = useMessages()
  const [chosen, setChosen] = useState<{ readonly wall: string; readonly instant: Instant } | null>(null)
  const [written, setWritten] = useState({ typed: nothingTyped, before: at })
  const [half, setHalf] = useState({ isHalf: false, round: 0 })
  const id = useId()
  const taken = useQuery(takenTimesQuery(profileId)).data
  const best = useQuery({ ...bestHoursQuery(profileId, zone), enabled: isOpen }).data ?? []
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
  const pick = (wall: string) => {
    setWritten({ typed: nothingTyped, before: at })
    take(wall, fromWall(wall, zone))
  }
  /** Updates on each keystroke. Clearing the text restores the previously chosen time. */
  const type = (next: TypedTime) => {
    const before = typed.text === '' ? at : written.before
    setWritten({ typed: next, before })
    if (next.time) take(next.time.wall, next.time.instant)
    else if (next.text.trim() === '') onChange(before)
  }
  /** An incomplete time has no value, but does not mean “now”. */
  const noteHalf = ({ validity: { badInput: isHalf } }: HTMLInputElement) =>
    setHalf((was) => (was.isHalf === isHalf ? was : { ...was, isHalf }))
  const wall = at === null ? null : toWall(at, zone)
  const today = toWall(now(), zone).slice(0, 10)
  const pickDay = (day: string) => {
    const later = `${day}T${wall?.slice(11) ?? usualTime}`
    const isOver = Date.parse(fromWall(later, zone).at) <= now()
    pick(isOver ? toWall(now() + hourMs, zone) : later)
  }
  const isPast = at !== null && Date.parse(at) <= now()
  return (
    <div className="grid gap-2">
      <UsualTimes zone={zone} at={at} taken={taken} best={best} free={free} onChoose={choose} />
      <hr className="-mx-2 border-line" />
      <MonthGrid
        chosen={wall?.slice(0, 10) ?? null}
        today={today}
        busy={new Set(taken?.map((one) => toWall(one, zone).slice(0, 10)))}
        onChoose={pickDay}
      />
      <div className="flex items-center gap-2 px-0.5">
        <label htmlFor={id} className="sr-only">
          {writing.time}
        </label>
        <input
          key={half.round}
          id={id}
          type="time"
          value={wall === null || half.isHalf ? '' : wall.slice(11)}
          aria-describedby={`${id}-zone`}
          onChange={({ target }) => {
            noteHalf(target)
            if (target.validity.badInput) return
            if (target.value === '') choose(null)
            else pick(`${wall?.slice(0, 10) ?? today}T${target.value}`)
          }}
          onKeyUp={({ currentTarget }) => noteHalf(currentTarget)}
          onBlur={({ currentTarget }) => noteHalf(currentTarget)}
          className={`${inputStyle} nums w-30! shrink-0`}
        />
        <span id={`${id}-zone`} className="text-ink-3 text-sm leading-4.5">
          {schedule.zone(nameZone(zone))}
          {at !== null && zone !== readersZone() && ` · ${schedule.yours(formatInZone(at, readersZone(), 'long'))}`}
        </span>
      </div>
      <TypedTimeField zone={zone} value={typed} onChange={type} />
      <ClockNote zone={zone} />
      {isPast && <p className="px-2 text-failed text-sm">{schedule.past}</p>}
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
    </div>
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
