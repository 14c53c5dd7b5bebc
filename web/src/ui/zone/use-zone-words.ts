import { useFrameMessages } from '#web/i18n/frame.ts'
import { now } from '#web/lib/clock.ts'
import { nameOffset, nameZone, shownZone } from '#web/lib/zones.ts'

/** Returns the name of the page's zone, its offset unless the name says it, and the sentence for screen readers. */
export function useZoneWords() {
  const { shell } = useFrameMessages()
  const zone = shownZone()
  const name = nameZone(zone)
  const offset = nameOffset(zone, now())
  return { name, offset: offset === name ? null : offset, sentence: shell.timesIn(name) }
}
