import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText } from '#web/lib/cut-text.ts'

test('a long title is cut between words, and the cut is marked', () => {
  const whole = 'She drinks filter, black, at four.'
  assert.equal(cutText(whole), whole)
  const long = 'The woman who roasts our coffee has a kiosk by the canal. She drinks filter, black, at four.'
  assert.equal(cutText(long), 'The woman who roasts our coffee has a kiosk by the canal. She drinks filter…')
})
