import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBluesky } from './kit.ts'

test('likes of an account count once, and the app view names the viewer’s', async () => {
  await using on = await openBluesky()
  const [alice, bob] = [await on.person('alice'), await on.person('bob')]
  const { uri, cid } = (await bob.put('3laaaaaaaaa22')).body
  const put = (rkey: string, record: object) =>
    alice.post('com.atproto.repo.putRecord', { repo: alice.did, collection: 'app.bsky.feed.like', rkey, record })
  const like = { subject: { uri, cid }, createdAt: '2026-11-21T08:00:00.000Z' }
  for (const rkey of ['3laaaaaaaab22', '3laaaaaaaac22']) assert.equal((await put(rkey, like)).status, 200)
  const shown = async (who = alice) => (await who.get('app.bsky.feed.getPosts', { uris: uri })).body.posts[0]
  const first = `at://${alice.did}/app.bsky.feed.like/3laaaaaaaab22`
  assert.deepEqual(
    [(await shown()).viewer, (await shown(bob)).viewer, (await shown()).likeCount],
    [{ like: first }, undefined, 1],
  )
  await alice.post('com.atproto.repo.deleteRecord', {
    repo: alice.did,
    collection: 'app.bsky.feed.like',
    rkey: '3laaaaaaaab22',
  })
  assert.deepEqual([(await shown()).viewer, (await shown()).likeCount], [undefined, 0])
  assert.equal((await put('3laaaaaaaad22', { createdAt: like.createdAt })).status, 400)
  assert.equal((await put('self', like)).status, 400)
})

test('a thread hides at most 300 replies, named by their URIs', async () => {
  await using on = await openBluesky()
  const alice = await on.person('alice')
  const { uri } = (await alice.put('3laaaaaaaaa22')).body
  const hide = async (hiddenReplies: readonly string[]) => {
    const record = { post: uri, createdAt: '2026-11-21T08:00:00.000Z', hiddenReplies }
    const given = { repo: alice.did, collection: 'app.bsky.feed.threadgate', rkey: '3laaaaaaaaa22', record }
    return (await alice.post('com.atproto.repo.putRecord', given)).status
  }
  const uris = Array.from({ length: 301 }, (_, nth) => `${uri}${nth}`)
  assert.deepEqual([await hide(uris.slice(1)), await hide(uris), await hide(['a reply'])], [200, 400, 400])
})
