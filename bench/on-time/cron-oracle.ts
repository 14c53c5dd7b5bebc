import { parseArgs } from 'node:util'
import { compareAround, createOffsetReader, findTransitions, shapes } from '#test/oracles/cron/cron-oracle.ts'

/**
 * Holds the runs of twelve cron patterns against a walk through every minute, around every change of the clocks in every
 * zone that ICU knows, from 2024 to 2035. A zone without a change is walked once, in June 2026.
 *
 *     node bench/on-time/cron-oracle.ts [--quick]
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const every = values.quick ? 20 : 1
const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2036, 0, 1)]
const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % every === 0)

const startedAt = performance.now()
const differences: string[] = []
let changes = 0
for (const zone of zones) {
  const offsetAt = createOffsetReader(zone)
  const found = findTransitions(offsetAt, from, to)
  const walked = found.length > 0 ? found : [Date.UTC(2026, 5, 1)]
  changes += found.length
  for (const change of walked) differences.push(...compareAround(zone, change, offsetAt))
}
for (const difference of differences.slice(0, 40)) console.log(difference)
console.log(
  `${zones.length} zones, ${changes} changes, ${shapes.length} patterns: ${differences.length} differences (wanted: 0), ` +
    `in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`,
)
if (differences.length > 0) process.exitCode = 1
