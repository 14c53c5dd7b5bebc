import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mastodon } from '#rules/networks/mastodon.ts'
import { count, countUnits } from './count.ts'

const [fediverse] = mastodon.text
const length = (text: string) => count(text, fediverse!, 'fediverse')

test('each unit counts what its name suggests', () => {
  const family = '👨‍👩‍👧‍👦'
  const cases: [string, number, number, number, number][] = [
    // text, graphemes, code points, UTF-16, bytes
    ['harbour', 7, 7, 7, 7],
    ['naïve', 5, 5, 5, 6],
    ['e\u0301', 1, 2, 2, 3],
    [family, 1, 7, 11, 25],
    ['🇩🇪', 1, 2, 4, 8],
    ['日本語', 3, 3, 3, 9],
    ['a\r\nb', 3, 4, 4, 4],
    ['', 0, 0, 0, 0],
  ]
  for (const [text, grapheme, codepoint, utf16, byte] of cases) {
    assert.equal(countUnits(text, 'grapheme'), grapheme, text)
    assert.equal(countUnits(text, 'codepoint'), codepoint, text)
    assert.equal(countUnits(text, 'utf16'), utf16, text)
    assert.equal(countUnits(text, 'byte'), byte, text)
  }
})

test('where emoji count by their bytes, any other character counts as one', () => {
  const cases: [string, number][] = [
    ['naïve 日本語', 9],
    ['👍', 4],
    ['👍🏽', 8],
    ['👨‍👩‍👧‍👦', 25],
    ['❤️', 6],
    ['🇩🇪', 8],
    ['1️⃣ a1#*', 12],
  ]
  for (const [text, length] of cases) assert.equal(countUnits(text, 'emojiBytes'), length, text)
})

test('the fast grapheme count is exact', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
      assert.equal(countUnits(text, 'grapheme'), [...new Intl.Segmenter('en').segment(text)].length)
    }),
  )
})

test('on Mastodon any link counts as 23, and a remote mention counts only its username', () => {
  assert.equal(length('https://example.com'), 23)
  assert.equal(length(`see https://example.com/${'a'.repeat(400)} now`), 4 + 23 + 4)
  assert.equal(length('example.com has no scheme'), 'example.com has no scheme'.length)
  assert.equal(length('@ada@harbour.example hello'), '@ada hello'.length)
  assert.equal(length('@ada hello'), 10)
  assert.equal(length('mail ada@harbour.example'), 'mail ada@harbour.example'.length)
})
