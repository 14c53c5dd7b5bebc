import assert from 'node:assert/strict'
import { test } from 'node:test'
import { count, countUnits } from '#rules/count/count.ts'
import { countGraphemes } from '#rules/count/graphemes.ts'
import { findAnew } from '#rules/find/find.ts'
import { cashtagsOnX } from '#rules/find/find-x.ts'
import { requireLinear } from '#test/hostile/growth.ts'
import { hostileLetters, hostileTexts, hostileWords } from '#test/hostile/texts.ts'

for (const dialect of ['bluesky', 'fediverse', 'instagram', 'x', 'plain'] as const)
  test(`${dialect}: the time to find links, names and tags grows linearly, however hostile the text`, () => {
    for (const { name, of } of hostileTexts) requireLinear(`${dialect} ${name}`, of, (text) => findAnew(text, dialect))
  })

for (const unit of ['grapheme', 'weighted', 'emojiBytes'] as const)
  test(`${unit}: the time to count grows linearly, however hostile the text`, () => {
    for (const { name, of } of hostileLetters) requireLinear(`${unit} ${name}`, of, (text) => countUnits(text, unit))
  })

test('counting text with links, and finding cashtags, takes linear time', () => {
  const rule = { unit: 'utf16', link: 23, mentionsWithoutHost: true } as const
  for (const { name, of } of hostileWords) {
    requireLinear(`with the cost of links ${name}`, of, (text) => count(text, rule, 'fediverse'))
    requireLinear(`cashtags ${name}`, of, cashtagsOnX)
  }
})

test('graphemes counted piece by piece match those of a segmenter for the entire text', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { name, of } of hostileTexts)
    for (const length of [1, 255, 256, 257, 300, 1_000]) {
      const text = of(length)
      assert.equal(countGraphemes(text), [...segmenter.segment(text)].length, `${name} ${length}`)
    }
})
