import { now } from '#web/lib/clock.ts'
import { formatInZone } from '#web/lib/time.ts'
import { hasSameClock, nameZone, readersZone, shownZone } from '#web/lib/zones.ts'

interface TimeProps {
  readonly at: string
  /** The time as the page writes it, in the brand's zone. */
  readonly children: string
  readonly className?: string
}

/** A time in the brand's zone. A reader whose clocks show another one sees their own in the tooltip. */
export function ZonedTime({ at, children, className }: TimeProps) {
  return (
    <time dateTime={at} title={nameOwnTime(at)} className={className}>
      {children}
    </time>
  )
}

/** "Thu 26 Nov, 03:00 · New York", for a reader elsewhere. */
function nameOwnTime(at: string): string | undefined {
  const reader = readersZone()
  const isSame = hasSameClock(reader, shownZone(), Date.parse(at)) && hasSameClock(reader, shownZone(), now())
  return isSame ? undefined : `${formatInZone(at, reader, 'long')} · ${nameZone(reader)}`
}
