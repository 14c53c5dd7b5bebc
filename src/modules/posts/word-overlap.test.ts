import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areSimilar, countWords } from './word-overlap.ts'

const similar = (a: string, b: string): boolean => areSimilar(countWords(a), countWords(b))
const ten = 'We are open again from nine to five on Monday'

test('texts are similar if they share nine of ten words, whatever the order, case and punctuation', () => {
  for (const other of [
    ten,
    `${ten}!`,
    ten.toUpperCase(),
    'On Monday, we are open again from nine to five',
    ten.replace('Monday', 'Friday'),
  ])
    assert.ok(similar(ten, other), other)
  for (const other of [ten.replace('nine to', 'ten till'), 'Monday', `${ten} ${ten}`, ''])
    assert.ok(!similar(ten, other), other)
  assert.ok(!similar('', ''))
  assert.ok(similar('今日は港で新鮮な魚を売ります', '今日も港で新鮮な魚を売ります'))
  assert.ok(!similar('今日は港で新鮮な魚を売ります', '明日は山で古い本を読みます'))
})

test('the comparison is symmetric, and each text with a word is similar to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      assert.equal(similar(a, b), similar(b, a))
      assert.equal(similar(a, a), countWords(a).total > 0)
    }),
  )
})
