import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compose } from './compose.ts'

test('text is composed as Unicode specifies if no letter has more than 64 marks', () => {
  for (const text of [
    '',
    'cafe\u0301',
    'a\u0316\u0301',
    '\u1112\u1161\u11ab',
    `x${'\u0301\u0316'.repeat(32)}`,
    '日本 ñ',
  ])
    assert.equal(compose(text), text.normalize('NFC'))
})

test('a letter with more marks keeps all of them, and the surrounding text is still composed', () => {
  const marks = '\u0301\u0316'.repeat(1_000)
  const composed = compose(`cafe\u0301 a${marks} cafe\u0301`)
  assert.ok(composed.startsWith('café ') && composed.endsWith(' café'))
  assert.equal(composed.normalize('NFD').length, `cafe\u0301 a${marks} cafe\u0301`.length)
})
