import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDating } from './created-at.ts'

const at = new Date('2026-11-21T08:00:00.999Z')

test('records built within one millisecond have distinct, ordered dates', () => {
  const dateOf = createDating()
  const dates = Array.from({ length: 2_500 }, () => dateOf(at))
  assert.deepEqual(dates.slice(0, 2), ['2026-11-21T08:00:00.999000Z', '2026-11-21T08:00:00.999001Z'])
  assert.equal(new Set(dates).size, dates.length)
  assert.deepEqual(dates.toSorted(), dates)
  assert.equal(dates.at(-1), '2026-11-21T08:00:01.001499Z')
})

test('a later record gets the clock’s time, also after the clock was set back', () => {
  const dateOf = createDating()
  dateOf(at)
  assert.equal(dateOf(new Date(at.getTime() + 1)), '2026-11-21T08:00:01.000000Z')
  assert.equal(dateOf(new Date(at.getTime() - 3_600_000)), '2026-11-21T07:00:00.999000Z')
})
