import { fromWall, toWall } from '#rules/wall-clock.ts'
import { now as serviceNow } from '#web/lib/clock.ts'

const eveningHour = 18
const morningHour = 9
const leastAheadMs = 300_000

/** Lists the next common times in the profile's zone. */
export function listUsualTimes(
  zone: string,
  now = serviceNow(),
): { readonly tonight: string; readonly tomorrow: string } {
  const on = (days: number, hour: number): string => {
    const day = toWall(now + days * 86_400_000, zone).slice(0, 10)
    return fromWall(`${day}T${String(hour).padStart(2, '0')}:00`, zone).at
  }
  const evening = on(0, eveningHour)
  const hasEvening = Date.parse(evening) - now > leastAheadMs
  return { tonight: hasEvening ? evening : on(1, eveningHour), tomorrow: on(1, morningHour) }
}

const slotHours = [9, 12, 15, 18]
const slotGapMs = 3_600_000
const daysSearched = 14

/** Finds the next common hour without a post nearby. */
export function findFreeSlot(zone: string, taken: readonly string[], now = serviceNow()): string | null {
  const busy = taken.map((iso) => Date.parse(iso))
  for (let day = 0; day < daysSearched; day += 1) {
    const date = toWall(now + day * 86_400_000, zone).slice(0, 10)
    for (const hour of slotHours) {
      const slot = fromWall(`${date}T${String(hour).padStart(2, '0')}:00`, zone).at
      const at = Date.parse(slot)
      if (at - now > leastAheadMs && busy.every((other) => Math.abs(other - at) >= slotGapMs)) return slot
    }
  }
  return null
}
