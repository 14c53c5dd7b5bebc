import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { appPassword, Judged, openDriver, png } from '#test/world/bluesky.ts'
import { procedure } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import { bluesky } from '../index.ts'
import { quotedIn } from './quoted.ts'

test('a quoted post is recognized only from its links and its AT URI', () => {
  const post = { actor: 'ada.bsky.social', key: '3k2a4bcdefg22' }
  for (const [named, quoted] of [
    ['https://bsky.app/profile/ada.bsky.social/post/3k2a4bcdefg22', post],
    ['https://other.example/profile/ada.bsky.social/post/3k2a4bcdefg22/?utm_source=a#b', post],
    ['at://did:plc:abc/app.bsky.feed.post/3k2a4bcdefg22', { actor: 'did:plc:abc', key: '3k2a4bcdefg22' }],
    ['at://did:plc:abc/app.bsky.feed.like/3k2a4bcdefg22', null],
    ['https://bsky.app/profile/ada/post/3k2a4bcdefg22', null],
    ['https://bsky.app/profile/ada.bsky.social/post/3k2a4bcdefg22/liked-by', null],
    ['javascript://bsky.app/profile/ada.bsky.social/post/3k2a4bcdefg22', null],
  ] as const)
    assert.deepEqual(quotedIn(named), quoted, named)
})

test('a quote names the record, can be combined with files, and is refused if the author forbids quotes', async () => {
  await using t = await openDriver()
  const bob = (await bluesky.auth.connect?.(t.http, { identifier: 'bob.sandbox', appPassword }))?.grant as Grant
  const rkey = '3k2a4bcdefg22'
  const put = (collection: string, record: object) => {
    const input = { repo: bob.did, collection, rkey, record: { ...record, createdAt: '2026-11-21T08:00:00.000Z' } }
    const call = { server: t.server, nsid: 'com.atproto.repo.putRecord', as: bob, input }
    return procedure(t.http, call, z.object({ uri: z.string(), cid: z.string() }))
  }
  const quoted = await put('app.bsky.feed.post', { text: 'Quote me' })
  const settings = { quote: `https://bsky.app/profile/bob.sandbox/post/${rkey}` }
  t.calls()
  const post = t.post({ parts: [{ text: 'Look', media: [t.file(png(1))] }], settings })
  const { shown } = await t.run(post)
  const planned = bluesky.plan(post).calls.map((call) => call.split(' ')[1])
  assert.deepEqual([t.calls(), planned], [planned, ['resolveHandle', 'getPosts', 'uploadBlob', 'putRecord']])
  const { embed } = (await t.record(shown[0]?.remoteId ?? '')) as {
    embed: { record: object; media: { $type: string } }
  }
  assert.deepEqual(embed.record, { $type: 'app.bsky.embed.record', record: quoted })
  assert.equal(embed.media.$type, 'app.bsky.embed.images')

  // The server cannot reach the AppView, so the post is read from its author's server.
  t.fault({ kind: 'error_before', call: 'getPosts', times: 1 })
  const away = await t.run(t.post({ text: 'Without the AppView', settings }))
  const stored = (await t.record(away.shown[0]?.remoteId ?? '')) as { embed: { record: object } }
  assert.deepEqual(stored.embed.record, quoted)

  const embeddingRules = [{ $type: 'app.bsky.feed.postgate#disableRule' }]
  await put('app.bsky.feed.postgate', { post: quoted.uri, embeddingRules })
  const refused = await t.run(t.post({ text: 'Look again', settings })).catch((error: unknown) => error)
  assert.ok(refused instanceof Judged && refused.verdict?.is === 'refused', String(refused))
  assert.equal(refused.verdict.code, 'quoted_post_gone')
  t.fault({ kind: 'error_before', call: 'getPosts', times: 1 })
  const atHome = await t.run(t.post({ text: 'Look once more', settings })).catch((error: unknown) => error)
  assert.equal(atHome instanceof Judged && atHome.verdict?.is, 'refused')
  const gone = await t
    .run(t.post({ text: 'Whose?', settings: { quote: settings.quote.replace('bob', 'nobody') } }))
    .catch((error: unknown) => error)
  assert.equal(gone instanceof Judged && gone.verdict?.is, 'refused')
})
