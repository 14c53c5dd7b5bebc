import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDating, tidOf } from './put.ts'

const at = new Date('2026-11-21T08:00:00.999Z')

test('records built within one millisecond have distinct, ordered dates', () => {
  const dateOf = createDating()
  const dates = Array.from({ length: 2_500 }, () => dateOf(at))
  assert.deepEqual(dates.slice(0, 2), ['2026-11-21T08:00:00.999000Z', '2026-11-21T08:00:00.999001Z'])
  assert.equal(new Set(dates).size, dates.length)
  assert.deepEqual(dates.toSorted(), dates)
  assert.equal(dates.at(-1), '2026-11-21T08:00:01.001499Z')
})

test('a later record gets the clock’s time, even after the clock was set back', () => {
  const dateOf = createDating()
  dateOf(at)
  assert.equal(dateOf(new Date(at.getTime() + 1)), '2026-11-21T08:00:01.000000Z')
  assert.equal(dateOf(new Date(at.getTime() - 3_600_000)), '2026-11-21T07:00:00.999000Z')
})

const form = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/
const born = new Date('2026-11-21T08:00:00.000Z')

test('a record key has the required format, now and in a hundred years', () => {
  for (const time of ['1970-01-02T00:00:00.000Z', '2026-11-21T08:00:00.000Z', '2126-01-01T00:00:00.000Z'])
    assert.match(tidOf(new Date(time), 'key', 24), form)
})

test('the same publication always has the same keys, one per part and in order', () => {
  const keys = Array.from({ length: 26 }, (_, part) => tidOf(born, 'abc', part))
  assert.deepEqual(
    Array.from({ length: 26 }, (_, part) => tidOf(born, 'abc', part)),
    keys,
  )
  assert.deepEqual(keys.toSorted(), keys)
  assert.equal(new Set(keys).size, 26)
})

test('a key is at most a second earlier than the creation time, and never later', () => {
  for (let n = 0; n < 500; n += 1) {
    const micros = timeOf(tidOf(born, `k${n}`, 0))
    const beforeMs = born.getTime() - micros / 1_000
    assert.ok(beforeMs > 0 && beforeMs < 1_050, `${beforeMs} ms`)
  }
})

test('2,000 publications created in one millisecond have 2,000 keys', () => {
  assert.equal(new Set(Array.from({ length: 2_000 }, (_, n) => tidOf(born, `publication ${n}`, 0))).size, 2_000)
})

function timeOf(tid: string): number {
  let value = 0n
  for (const char of tid) value = value * 32n + BigInt('234567abcdefghijklmnopqrstuvwxyz'.indexOf(char))
  return Number(value >> 10n)
}
