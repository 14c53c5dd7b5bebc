import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonical } from './json.ts'

test('equal values have one text, whatever the order of their keys', () => {
  assert.equal(canonical({ b: [1, { d: null, c: 'x' }], a: undefined }), canonical({ b: [1, { c: 'x', d: null }] }))
})

test('the text is JSON of the same value, so different values have different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) =>
      assert.deepEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value))),
    ),
  )
})
