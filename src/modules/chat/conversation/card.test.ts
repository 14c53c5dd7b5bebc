import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseAccounts, drawCard, type Post } from './card.ts'

const account = (id: string, network: string, isDefault: boolean) => ({ id, network, handle: id, isDefault })
const accounts = [account('a', 'bluesky', true), account('b', 'bluesky', false), account('c', 'mastodon', true)]
const post: Post = { id: 'post_1', status: 'draft', content: 'Hi', scheduledAt: null, publishedAt: null, targets: [] }
const draw = (status: string, hasForms: boolean) => {
  const targets = [{ network: 'bluesky', accountId: 'a', status: 'failed', url: null, error: null }]
  const { title, buttons = [] } = drawCard(
    { ...post, status, targets },
    { timezone: 'UTC', accounts: hasForms ? null : accounts },
  )
  return [title, ...buttons.flat().map(({ label }) => label)]
}

test('a new post is preset with each network’s default account', () => {
  assert.deepEqual(chooseAccounts(accounts), ['a', 'c'])
})

test('all chats show the same status and actions; forms replace the account buttons', () => {
  for (const status of ['scheduled', 'queued', 'publishing', 'published', 'partial', 'failed', 'unknown'])
    assert.deepEqual(
      draw(status, true).filter((label) => label !== 'Edit'),
      draw(status, false),
      status,
    )
  assert.deepEqual(draw('draft', true), ['Draft', 'Publish now', 'Schedule', 'Edit', 'Discard'])
  const chosen = ['✓ Bluesky a', 'Bluesky b', 'Mastodon c']
  assert.deepEqual(draw('draft', false), ['Draft', ...chosen, 'Publish now', 'Schedule', 'Discard'])
  assert.deepEqual(draw('partial', true), ['Partly published', 'Retry'])
})

test('a post without accounts cannot be published, and the card explains why', () => {
  const none = drawCard(post, { timezone: 'UTC', accounts: [] })
  assert.match(none.lines?.[0]?.text ?? '', /No accounts on this brand yet/)
  assert.deepEqual(
    none.buttons?.flat().map(({ label }) => label),
    ['Discard'],
  )
})
