import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonical, changesBetween } from './json.ts'

test('equal values have the same text, regardless of key order', () => {
  assert.equal(canonical({ b: [1, { d: null, c: 'x' }], a: undefined }), canonical({ b: [1, { c: 'x', d: null }] }))
})

test('the text is the value as JSON, so different values have different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) =>
      assert.deepEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value))),
    ),
  )
})

test('two times have different texts', () => {
  const at = (ms: number) => canonical({ at: new Date(ms) })
  assert.notEqual(at(0), at(1))
  assert.equal(at(0), canonical({ at: '1970-01-01T00:00:00.000Z' }))
})

test('changes contain the given fields whose values differ, and absent fields are ignored', () => {
  const before = { name: 'a', tags: ['x', 'y'], picture: 'p', zone: null as string | null }
  const body: { name?: string; tags?: string[]; picture?: string | null; zone?: string | null | undefined } = {
    name: 'a',
    tags: ['y', 'x'],
    picture: null,
    zone: undefined,
  }
  assert.deepEqual(changesBetween(before, body), {
    values: { tags: ['y', 'x'], picture: null },
    audit: { tags: { from: ['x', 'y'], to: ['y', 'x'] }, picture: { from: 'p', to: null } },
    isEmpty: false,
  })
  assert.equal(changesBetween(before, { tags: ['x', 'y'] }).isEmpty, true)
})
