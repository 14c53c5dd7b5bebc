import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storable } from './storable.ts'

test('text contains neither NUL nor an unpaired surrogate, wherever the limit cuts it', () => {
  assert.equal(storable('a\0b'), 'a\uFFFDb')
  assert.equal(storable('ab\u{1f3b7}', 3), 'ab\uFFFD')
  assert.equal(storable('ab\u{1f3b7}', 4), 'ab\u{1f3b7}')
  assert.equal(storable('ab\u{1f3b7}'), 'ab\u{1f3b7}')
})
