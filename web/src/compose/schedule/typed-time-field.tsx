import { useId, useState } from 'react'
import { readTypedTime } from '#rules/typed-time/read-typed-time.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { fromWall, type Instant, toWall } from '#web/lib/zones.ts'
import { inputLook } from '#web/ui/form/labelled.tsx'

/** A typed time as it was understood. */
interface TypedTime {
  /** The time that the clocks of the zone show. */
  readonly wall: string
  readonly instant: Instant
}

interface FieldProps {
  readonly zone: string
  /** The time that is chosen, here or elsewhere. */
  readonly at: string | null
  readonly onTake: (typed: TypedTime) => void
}

/** The look of a label beside a field for a time. The fields of all rows begin at one line. */
export const timeLabel = 'text-ink-3 text-sm max-sm:basis-full sm:min-w-32'

/** Takes a time as people type it, and says how it was understood before it counts. */
export function TypedTimeField({ zone, at, onTake }: FieldProps) {
  const { schedule } = useMessages()
  const [text, setText] = useState('')
  const [taken, setTaken] = useState<TypedTime | null>(null)
  const [isPressed, setPressed] = useState(false)
  const id = useId()
  const typed = taken ?? understand(text, zone)
  const take = () => {
    setPressed(true)
    if (!typed || taken) return
    setTaken(typed)
    onTake(typed)
  }
  const says = () => {
    if (!typed) return isPressed && text.trim() !== '' ? schedule.notUnderstood : ''
    const when = formatInZone(typed.instant.at, zone, 'long')
    if (!taken) return schedule.understood(when)
    return taken.instant.at === at ? schedule.taken(when) : ''
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <label htmlFor={id} className={timeLabel}>
        {schedule.type}
      </label>
      <input
        id={id}
        value={text}
        placeholder={schedule.typeExample}
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby={`${id}-says`}
        aria-invalid={isPressed && !typed && text !== '' ? true : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setTaken(null)
          setPressed(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
          // The form would be sent with the time that was chosen before.
          event.preventDefault()
          take()
        }}
        onBlur={() => typed && take()}
        className={`${inputLook} max-md:min-h-11 sm:w-60!`}
      />
      <span id={`${id}-says`} role="status" className={`nums text-sm ${typed ? 'text-ink-2' : 'text-failed'}`}>
        {says()}
      </span>
    </div>
  )
}

function understand(text: string, zone: string): TypedTime | null {
  const at = readTypedTime(text, { now: new Date(now()), wall: toWall(now(), zone) })
  if (at === null) return null
  if (!at.endsWith('Z')) return { wall: at, instant: fromWall(at, zone) }
  return { wall: toWall(at, zone), instant: { at, kind: 'once', later: null } }
}
