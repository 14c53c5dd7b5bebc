import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromWire, newId, toWire } from './ids.ts'

const uuids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
  const text = Buffer.from(bytes).toString('hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
})

test('a wire ID parses back to the same ID', () => {
  fc.assert(fc.property(uuids, (id) => assert.equal(fromWire('prof', toWire('prof', id)), id)))
})

test('wire IDs and UUIDs sort in the same order', () => {
  fc.assert(
    fc.property(uuids, uuids, (a, b) => {
      assert.equal(
        Math.sign(toWire('post', a).localeCompare(toWire('post', b), 'en')),
        Math.sign(a.localeCompare(b, 'en')),
      )
    }),
  )
})

test('IDs contain their creation time and sort by it', () => {
  const early = newId<'prof'>(new Date('2026-01-01T00:00:00.000Z'))
  const late = newId<'prof'>(new Date('2026-01-01T00:00:00.001Z'))
  assert.ok(early < late)
  assert.equal(early[14], '7')
  assert.match(early[19] ?? '', /[89ab]/)
})

test('IDs from the same millisecond sort in creation order', () => {
  const at = new Date('2026-01-01T00:00:00.000Z')
  const made = Array.from({ length: 1_000 }, () => newId<'prof'>(at))
  assert.deepEqual([...made].sort(), made)
  assert.equal(new Set(made).size, made.length)
})

test('rejects IDs of another kind, letters outside the alphabet, and more than 128 bits', () => {
  const id = toWire('prof', newId(new Date(0)))
  assert.equal(fromWire('post', id), null)
  assert.equal(fromWire('prof', id.toUpperCase()), null)
  assert.equal(fromWire('prof', `prof_${'z'.repeat(26)}`), null)
  assert.equal(fromWire('prof', `${id}0`), null)
})
