import { parseArgs } from 'node:util'
import { listFreeSlots } from '#modules/planning/auto-schedule/slots.ts'
import { createOffsetReader, findTransitions } from '#test/oracles/cron/cron-oracle.ts'

/**
 * Plans 500 posts around every change of the clocks of 2026 and 2027 in every zone that ICU knows, with one, three and 24 posts
 * a day, at quarters of the hour and spread evenly. No two may be on one slot, none in a gap or in the past, and each must
 * have the local time of a slot by the offsets of ICU alone.
 *
 *     node bench/on-time/auto-schedule.ts [--quick]
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const every = values.quick ? 20 : 1
const posts = 500
const day = 86_400_000
const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2028, 0, 1)]
const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % every === 0)
const quarters = Array.from({ length: 96 }, (_, nth) => nth * 15)
const requests = [
  { postsPerDay: 1, times: [150] },
  { postsPerDay: 3, times: null },
  { postsPerDay: 24, times: quarters },
]

const startedAt = performance.now()
const faults: string[] = []
let plans = 0
for (const zone of zones) {
  const offsetAt = createOffsetReader(zone)
  const changes = findTransitions(offsetAt, from, to)
  for (const change of changes.length > 0 ? changes : [Date.UTC(2026, 5, 1)]) {
    const now = new Date(change - 2 * day - 7_000_000)
    const firstDay = Math.floor((now.getTime() + offsetAt(now.getTime())) / day) * day
    // Every fifth minute is taken by other posts.
    const taken = new Set(Array.from({ length: 600 }, (_, nth) => Math.floor(change / 60_000) - 1_500 + nth * 5))
    for (const body of requests) {
      plans += 1
      const slots = listFreeSlots({ zone, firstDay, bestTimes: null, ...body }, taken, now, posts)
      const wallOf = (at: Date) => (at.getTime() + offsetAt(at.getTime())) % day
      const what = `${zone} around ${new Date(change).toISOString()} with ${body.postsPerDay} a day`
      if (slots.length !== posts) faults.push(`${what}: ${slots.length} slots`)
      if (new Set(slots.map(Number)).size !== slots.length) faults.push(`${what}: one slot twice`)
      if (slots.some((at) => at <= now)) faults.push(`${what}: in the past`)
      if (slots.some((at) => taken.has(Math.floor(at.getTime() / 60_000)))) faults.push(`${what}: a taken slot`)
      const { times } = body
      if (times && slots.some((at) => !times.includes(wallOf(at) / 60_000))) faults.push(`${what}: in a gap`)
    }
  }
}
for (const fault of faults.slice(0, 40)) console.log(fault)
console.log(
  `${zones.length} zones, ${plans} plans of ${posts} posts: ${faults.length} faults (wanted: 0), ` +
    `in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
)
if (faults.length > 0) process.exitCode = 1
