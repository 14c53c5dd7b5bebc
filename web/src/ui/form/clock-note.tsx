import { useMessages } from '#web/i18n/index.ts'
import { nowDate, useClockError } from '#web/lib/clock.ts'
import { formatDuration, formatInZone } from '#web/lib/time.ts'

/** Warns, where a time is chosen, that this device's clock is wrong, and shows the time used for publishing. */
export function ClockNote({ zone }: { readonly zone: string }) {
  const { schedule } = useMessages()
  const fastMs = useClockError()
  if (fastMs === 0) return null
  const by = formatDuration(Math.abs(fastMs))
  const time = formatInZone(nowDate().toISOString(), zone, 'long')
  return (
    <p role="status" className="rounded-md bg-held/10 px-3 py-2 text-sm">
      {fastMs > 0 ? schedule.clockFast(by) : schedule.clockSlow(by)} {schedule.clockOfPosthorn(time)}
    </p>
  )
}
