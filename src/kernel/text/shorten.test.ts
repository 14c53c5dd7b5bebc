import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shorten } from './shorten.ts'

const family = '👨‍👩‍👧'
const thumb = '👍🏽'

test('a text that fits is returned unchanged', () => {
  for (const text of ['', 'Good morning ', family]) {
    assert.equal(shorten(text, text.length), text)
    assert.equal(shorten(text, 20, 'graphemes'), text)
  }
})

test('a long text ends with an ellipsis within the limit, and no space precedes it', () => {
  assert.equal(shorten('Good morning', 8), 'Good mo…')
  assert.equal(shorten('Good morning', 6), 'Good…')
  assert.equal(shorten(`${family.repeat(3)}`, 2, 'graphemes'), `${family}…`)
  for (let max = 1; max < 12; max++) assert.ok(shorten('Good morning', max).length <= max)
})

test('no limit splits a grapheme', () => {
  const text = `a${thumb}b${family}e\u0301🇩🇪🇫🇷`
  const whole = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
  const beginnings = whole.map((_, count) => whole.slice(0, count).join(''))
  for (let max = 1; max < text.length; max++) {
    const kept = shorten(text, max).slice(0, -1)
    const longest = beginnings.findLast((one) => one.length < max)
    assert.equal(kept, longest, `${max}`)
  }
})
