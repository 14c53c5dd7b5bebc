import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from './errors.ts'
import { decodeCursor, pageOf, pageOfWhole } from './page.ts'

test('a full page has a cursor for its last key; the last page has none', () => {
  const page = pageOf([1, 2, 3], 2, String)
  assert.deepEqual(page.items, [1, 2])
  assert.equal(decodeCursor(page.nextCursor ?? '', /^\d+$/), '2')
  assert.equal(pageOf([1, 2], 2, String).nextCursor, null)
  assert.equal(pageOf([], 2, String).nextCursor, null)
})

test('a short list is one page without a limit, and pages of the limit lead through all of it', () => {
  const keys = ['a', 'b', 'c']
  assert.deepEqual(pageOfWhole(keys, {}, String), { items: keys, nextCursor: null, hasMore: false })
  const first = pageOfWhole(keys, { limit: 2 }, String)
  assert.deepEqual([first.items, first.hasMore], [['a', 'b'], true])
  const cursor = first.nextCursor ?? ''
  assert.deepEqual(pageOfWhole(keys, { limit: 2, cursor }, String), { items: ['c'], nextCursor: null, hasMore: false })
  assert.throws(() => pageOfWhole(['x', 'y'], { cursor }, String), { code: 'cursor_invalid' })
})

test('rejects a cursor that no list returned', () => {
  const isRefused = (error: unknown) => error instanceof Refusal && error.code === 'cursor_invalid'
  for (const cursor of ['', 'nonsense', '%%%', Buffer.from('x').toString('base64url')]) {
    assert.throws(() => decodeCursor(cursor, /^\d+$/), isRefused)
  }
})
