import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepLatest } from './keep-latest.ts'

test('a full cache loses the entry that was stored first, and an entry that is stored again is the latest', () => {
  const entries = new Map<string, number>()
  for (const [nth, key] of ['a', 'b', 'a', 'c', 'd'].entries()) keepLatest(entries, key, nth, 3)
  assert.deepEqual(
    [...entries],
    [
      ['a', 2],
      ['c', 3],
      ['d', 4],
    ],
  )
})
