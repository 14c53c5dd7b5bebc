import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offeredTimes, readTime } from './times.ts'

/** A Thursday, 14:30 in Berlin. */
const now = new Date('2026-11-26T13:30:00Z')
const read = (typed: string) => readTime(typed, now, 'Europe/Berlin')

test('a time is read in the profile’s time zone, and a lone number or a short word counts as post text', () => {
  assert.equal(read('in 2 hours'), '2026-11-26T15:30:00.000Z')
  assert.equal(read('Tomorrow at 9:30 pm'), '2026-11-27T21:30')
  assert.equal(readTime('tomorrow', now, 'Pacific/Auckland'), '2026-11-28T09:00')
  assert.equal(read('18'), null)
  assert.equal(read('So'), null)
  assert.equal(read('Fresh bread tomorrow'), null)
  assert.equal(read('Sunshine'), null)
})

test('every suggested time can be parsed, and none is in the past', () => {
  for (const { typed } of offeredTimes(now, 'Europe/Berlin')) assert.notEqual(read(typed), null, typed)
  const evening = new Date('2026-11-26T20:00:00Z')
  assert.ok(offeredTimes(evening, 'Europe/Berlin').every(({ typed }) => !typed.startsWith('today')))
})
