import { useId, useState } from 'react'
import { readTypedTime } from '#rules/typed-time/read-typed-time.ts'
import { fromWall, type Instant, toWall } from '#rules/wall-clock.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { inputStyle } from '#web/ui/form/labelled.tsx'

/** A time as typed, and its interpretation. */
export interface TypedTime {
  readonly text: string
  /** Null if the text is empty or cannot be parsed. */
  readonly time: WallTime | null
}

interface WallTime {
  /** The local time in the zone. */
  readonly wall: string
  readonly instant: Instant
}

interface FieldProps {
  readonly zone: string
  readonly value: TypedTime
  readonly onChange: (typed: TypedTime) => void
}

export const nothingTyped: TypedTime = { text: '', time: null }

/** True for a text that is not a time, or not yet. */
export const isUnread = ({ text, time }: TypedTime): boolean => text.trim() !== '' && time === null

/** Takes a time in natural form and shows how it is understood. */
export function TypedTimeField({ zone, value, onChange }: FieldProps) {
  const { schedule } = useMessages()
  // An incomplete word is not an error yet.
  const [isDone, setDone] = useState(false)
  const id = useId()
  const isWrong = isUnread(value)
  const says = () => {
    if (value.time) return schedule.taken(formatInZone(value.time.instant.at, zone, 'long'))
    return isWrong ? schedule.notUnderstood : ''
  }
  return (
    <div className="grid gap-1 px-0.5 pb-0.5">
      <label htmlFor={id} className="ps-0.5 text-ink-3 text-sm">
        {schedule.type}
      </label>
      <input
        id={id}
        value={value.text}
        placeholder={schedule.typeExample}
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby={`${id}-says`}
        aria-invalid={isDone && isWrong ? true : undefined}
        onChange={({ target: { value: text } }) => {
          setDone(false)
          onChange({ text, time: understand(text, zone) })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
          event.preventDefault()
          setDone(true)
        }}
        onBlur={() => setDone(true)}
        className={inputStyle}
      />
      <span
        id={`${id}-says`}
        role="status"
        className={`nums ps-0.5 text-sm empty:hidden ${isDone && isWrong ? 'text-failed' : 'text-ink-2'}`}
      >
        {says()}
      </span>
    </div>
  )
}

function understand(text: string, zone: string): WallTime | null {
  const at = readTypedTime(text, { now: new Date(now()), wall: toWall(now(), zone) })
  if (at === null) return null
  if (!at.endsWith('Z')) return { wall: at, instant: fromWall(at, zone) }
  return { wall: toWall(at, zone), instant: { at, kind: 'once', later: null } }
}
