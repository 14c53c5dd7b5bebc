import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromWall, toWall } from './wall-clock.ts'

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
