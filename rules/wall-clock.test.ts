import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromWall, readOffsetMs, toWall } from './wall-clock.ts'

const zone = 'Europe/Berlin'

test('a skipped time moves forward by the same amount as the clocks', () => {
  const skipped = fromWall('2026-03-29T02:30', zone)
  assert.equal(skipped.kind, 'skipped')
  assert.equal(toWall(skipped.at, zone), '2026-03-29T03:30')
})

test('a repeated time stands for two instants, an hour apart', () => {
  const { kind, at, later } = fromWall('2026-10-25T02:30', zone)
  assert.deepEqual([kind, at, later], ['twice', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
})

const halfHourMs = 1_800_000
const zonesWithChanges = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Asia/Kathmandu',
]

for (const timezone of zonesWithChanges)
  test(`the offset of ${timezone} is exact to the minute around each change, in any order of days`, () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    const exact = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - at
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)]
    const times = Array.from({ length: (to - from) / halfHourMs }, (_, nth) => from + nth * halfHourMs)
    const edges = times.flatMap((at) => [at - 60_000, at, at + 60_000])
    // The first pass computes, and the second reads what the first has kept.
    for (const at of [...edges.toReversed(), ...edges])
      assert.equal(readOffsetMs(timezone, at), exact(at), new Date(at).toISOString())
  })
