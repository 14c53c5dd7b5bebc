import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanName, oneLine, onOneLine } from './one-line.ts'

/**
 * One character of each kind that breaks a line, controls a terminal, or changes the direction of the following text.
 */
const hostile = [
  '\0',
  '\t',
  '\n',
  '\r',
  '\x1b',
  '\x7f',
  '\x85',
  '\x9b',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
]

test('a single line contains no control characters, line separators or direction controls', () => {
  for (const sign of hostile) {
    assert.equal(oneLine.test(`Ada${sign}b`), false, JSON.stringify(sign))
    assert.equal(onOneLine(`Ada${sign}${sign}b`), 'Ada b', JSON.stringify(sign))
  }
})

test('names in every script stay unchanged', () => {
  const names = ['', 'Åsa Öberg', 'محمد', 'שלום\u200f!', 'क्\u200dष', '👩\u200d👧', 'a\u00a0b', '日本語　名前']
  for (const name of names) {
    assert.ok(oneLine.test(name), name)
    assert.equal(onOneLine(name), name)
  }
})

test('a name from another server is truncated between characters', () => {
  assert.equal(cleanName(' Ada\r\n\x1b[31mb\u202e ', 100), 'Ada [31mb')
  assert.equal(cleanName('abc\u{1f3b7}', 4), 'abc')
  assert.equal(cleanName('abc\u{1f3b7}', 5), 'abc\u{1f3b7}')
  assert.equal(cleanName('a\ud83d', 5), 'a\ufffd')
  assert.equal(cleanName(`${'x'.repeat(1_000_000)}`, 7), 'xxxxxxx')
})
