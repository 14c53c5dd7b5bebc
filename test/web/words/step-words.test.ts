import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#app/connectors.ts'
import { isKnownStep } from '#web/pages/post/walk/phases.ts'

test('every step of every network has a label, either for its name or for publishing or following up', () => {
  const wordless = Object.values(connectors).flatMap(({ network, steps }) =>
    Object.entries(steps).flatMap(([name, { repeat, shows, optional }]) =>
      repeat !== 'safe' || shows || optional || isKnownStep(name) ? [] : [`${network} ${name}`],
    ),
  )
  assert.deepEqual(wordless, [])
})
