import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFold } from './media.ts'

const fold = { after: 20, word: 'more' }

test('a long text is cut at a space, and one without spaces between two characters', () => {
  assert.equal(findFold('Short enough.', fold), null)
  assert.equal(
    'The gulls of the harbour are back.'.slice(0, findFold('The gulls of the harbour are back.', fold)!),
    'The gulls of the',
  )
  const waves = `a${'🌊'.repeat(20)}`
  const cut = findFold(waves, fold)!
  assert.ok(waves.slice(0, cut).isWellFormed() && waves.slice(cut).isWellFormed(), String(cut))
})
