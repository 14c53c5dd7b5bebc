import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayPrefix, isApiKeyText, newApiKeyText } from './api-key-text.ts'

test('a new key is well-formed, and a key with a changed, lost or swapped letter is not', () => {
  const key = newApiKeyText()
  assert.match(key, /^ph_[0-9A-Za-z]{38}$/)
  assert.ok(isApiKeyText(key))
  for (let at = 3; at < key.length; at++) {
    const other = key[at] === 'x' ? 'y' : 'x'
    assert.ok(!isApiKeyText(key.slice(0, at) + other + key.slice(at + 1)), `place ${at}`)
  }
  assert.ok(!isApiKeyText(key.slice(0, -1)))
  assert.ok(!isApiKeyText(`${key}a`))
  assert.ok(!isApiKeyText(key.toUpperCase()))
})

test('keys are unique, and the listed prefix leaves more than 128 bits unknown', () => {
  const keys = new Set(Array.from({ length: 1_000 }, newApiKeyText))
  assert.equal(keys.size, 1_000)
  const shown = displayPrefix(newApiKeyText()).length - 3
  assert.ok((32 - shown) * Math.log2(62) > 128)
})
