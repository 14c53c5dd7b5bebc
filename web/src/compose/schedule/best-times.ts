import { queryOptions } from '@tanstack/react-query'
import { fromWall, toWall } from '#rules/wall-clock.ts'
import { api } from '#web/app/api.ts'
import { now as serviceNow } from '#web/lib/clock.ts'

/** The hours of the week with the best results of the brand's own posts. Empty if there are too few posts. */
export const bestHoursQuery = (profileId: string, timezone: string) =>
  queryOptions({
    queryKey: ['analytics', 'best-hours', profileId, timezone],
    queryFn: async () => {
      const { enough, bestTimes } = await api.getBestTimes({ profileId, timezone })
      return enough ? bestTimes.map(({ day, hour }) => ({ day, hour })) : []
    },
    staleTime: 600_000,
    retry: false,
  })

const dayMs = 86_400_000
const leastAheadMs = 300_000

/** Returns the next time at which a weekday's hour comes in a zone. Day 0 is Sunday. */
export function nextOf(
  { day, hour }: { readonly day: number; readonly hour: number },
  zone: string,
  now = serviceNow(),
) {
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const date = toWall(now + ahead * dayMs, zone).slice(0, 10)
    if (new Date(`${date}T00:00Z`).getUTCDay() !== day) continue
    const { at } = fromWall(`${date}T${String(hour).padStart(2, '0')}:00`, zone)
    if (Date.parse(at) - now > leastAheadMs) return at
  }
  return null
}
