import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countEdits, nearestWord } from './nearest.ts'

test('an added, missing, changed or swapped letter counts once', () => {
  for (const given of ['starrt', 'stat', 'stort', 'satrt']) assert.equal(countEdits(given, 'start'), 1, given)
  assert.equal(countEdits('start', 'start'), 0)
  assert.equal(countEdits('', 'api'), 3)
})

test('the nearest word is found in any case, and none is found if no word is similar', () => {
  const words = ['start', 'doctor', 'listen', 'resume']
  assert.equal(nearestWord('Strat', words), 'start')
  assert.equal(nearestWord('docter', words), 'doctor')
  for (const given of ['constructor', 'x', '']) assert.equal(nearestWord(given, words), null, given)
})
