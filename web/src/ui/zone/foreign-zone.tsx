import { now } from '#web/lib/clock.ts'
import { hasSameClock, readersZone, shownZone } from '#web/lib/zones.ts'
import { ZoneName } from './zone-name.tsx'

/** The zone of the times on a page, in its bar, for readers whose clocks show others. A phone shows it below the title. */
export function ForeignZone() {
  if (hasSameClock(readersZone(), shownZone(), now())) return null
  return <ZoneName className="max-sm:order-last max-sm:-mt-1 max-sm:basis-full" />
}
