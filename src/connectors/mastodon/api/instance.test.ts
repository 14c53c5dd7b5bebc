import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mastodon } from '#rules/networks/mastodon.ts'
import { knowsKeys, limitsFor } from './instance.ts'

test('an account without stored facts has Mastodon’s default limits', () => {
  for (const facts of [{}, { limits: null }, { limits: 'none' }]) assert.deepEqual(limitsFor(facts), mastodon)
})

test('the limits that a server states apply unless they are implausible', () => {
  const limits = limitsFor({
    limits: {
      maxCharacters: 5_000,
      maxMedia: 8,
      perUrl: 30,
      altText: 420,
      imageBytes: 1_000,
      imagePixels: 2_000,
      videoBytes: 3_000,
      videoFrameRate: 60,
      types: ['image/png', 'image/gif', 'video/mp4', 'audio/ogg'],
    },
  })
  const [text] = limits.text
  assert.deepEqual([text?.max, text?.link, text?.unit], [5_000, 30, 'grapheme'])
  assert.deepEqual(limits.image.types, ['image/png'])
  assert.deepEqual([limits.image.max, limits.image.maxBytes, limits.image.maxPixels], [8, 1_000, 2_000])
  assert.deepEqual(limits.video.types, ['video/mp4'])
  assert.deepEqual([limits.video.maxBytes, limits.video.maxFrameRate], [3_000, 60])
  assert.equal(limits.altText.max, 420)

  const odd = limitsFor({ limits: { maxCharacters: -1, maxMedia: 1e9, perUrl: '23', types: ['audio/ogg'] } })
  assert.equal(odd.text[0]?.max, 500)
  assert.equal(odd.image.max, 4)
  assert.deepEqual(odd.video.types, mastodon.video.types)
})

test('requests are repeated only to software known to store idempotency keys', () => {
  assert.equal(knowsKeys({ software: 'mastodon' }), true)
  for (const facts of [{ software: 'gotosocial' }, { software: null }, {}]) assert.equal(knowsKeys(facts), false)
})
