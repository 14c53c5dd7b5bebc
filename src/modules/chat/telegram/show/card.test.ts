import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ShownPost, showCard } from './card.ts'

test('a card fits into a message, however long the post is and however much of it failed', () => {
  const target = {
    network: 'bluesky',
    accountId: null,
    status: 'failed',
    platformUrl: null,
    error: '<'.repeat(400),
  } as const
  const post: ShownPost = {
    id: 'post_1',
    status: 'partial',
    content: '🌊'.repeat(3_000),
    scheduledAt: null,
    publishedAt: null,
    media: [],
    targets: Array.from({ length: 30 }, () => target),
  }
  const { html } = showCard(post, [], { timezone: 'America/Argentina/ComodRivadavia' }, 'n'.repeat(3_000))
  const shown = html.replaceAll(/<[^>]*>/g, '').replaceAll('&lt;', '<')
  assert.ok(shown.length <= 4_096, String(shown.length))
  assert.match(shown, /^Bluesky: failed – <{299}…$/m)
  assert.match(shown, /🌊…$/m)
  assert.match(shown, /… and \d\d more/)
})
