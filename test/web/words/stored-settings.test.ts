import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromPost } from '#web/compose/draft/stored.ts'

type Post = Parameters<typeof fromPost>[0]
type Accounts = Parameters<typeof fromPost>[1]

test('the composer keeps a post’s settings for a network, and the target’s own settings override them', () => {
  const accounts = [{ id: 'acc_1', network: 'bluesky', platform: 'net-a', isDefault: true }] as unknown as Accounts
  const target = { accountId: 'acc_1', network: 'bluesky', platform: 'net-a' }
  const post = {
    content: 'Look',
    media: [],
    thread: [],
    format: 'post',
    // The API names networks by their platform IDs.
    settings: { 'net-a': { quote: 'https://bsky.app/profile/ada.bsky.social/post/3k2a', replies: 'nobody' } },
    targets: [{ ...target, overrides: { settings: { replies: 'following' } } }],
  } as unknown as Post
  assert.deepEqual(fromPost(post, accounts).own, {
    acc_1: { settings: { quote: 'https://bsky.app/profile/ada.bsky.social/post/3k2a', replies: 'following' } },
  })
})
