import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#kernel/errors.ts'
import { requireSmallJson } from './bodies.ts'

/** The limit is four values. */
const bytesForFour = 200

const isRefused = (text: string): boolean => {
  try {
    requireSmallJson(text, bytesForFour)
    return false
  } catch (error) {
    assert.ok(error instanceof Refusal)
    return true
  }
}

test('values are counted only outside strings, whatever the strings contain', () => {
  const commas = ',[{'.repeat(100)
  for (const text of [commas, `${commas}\\`, `\\"${commas}`, `"${commas}\\"`, `\\\\"${commas}`, '\\"'.repeat(1_000)]) {
    const body = JSON.stringify([text, text])
    assert.equal(isRefused(body), false, body.slice(0, 40))
    assert.equal(isRefused(`[${body},1,2,3]`), true, body.slice(0, 40))
  }
})

test('an unterminated string hides nothing that the parser would read', () => {
  assert.equal(isRefused('["a, b, c, d, e'), false)
  assert.equal(isRefused('[1,2,3,"'), true)
})
