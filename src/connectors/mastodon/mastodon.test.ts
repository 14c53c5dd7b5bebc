import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { mp4Of, pictureOf, pngOf, threadOf, videoOf } from '#test/connector-suite/posts.ts'
import { openStand, signIn, walkerOf } from '#test/connector-suite/stand.ts'
import type { Connector } from '../connector.ts'
import { mastodon } from './index.ts'

const connector: Connector = mastodon

async function start(t: TestContext, name = 'alice') {
  const stand = await openStand(t, 'mastodon')
  const signedIn = await signIn(stand, connector, { instanceUrl: stand.url, accessToken: `sandbox-token-${name}` })
  const seq = stand.sandbox.calls.total
  return { stand, signedIn, calls: () => stand.callsSince(seq).map(({ call }) => call) }
}

const namesOf = (calls: readonly string[]) => calls.map((call) => call.split(' ')[1])

test('an account is what its server says, and its limits are those of the server', async (t) => {
  const stand = await openStand(t, 'mastodon')
  stand.sandbox.network('mastodon').settings?.change({ max_characters: 5_000 })
  const granted = await connector.auth.connect?.(stand.http(), {
    instanceUrl: stand.url,
    accessToken: 'sandbox-token-alice',
  })
  assert.ok(granted)
  assert.equal(granted.expiresAt, null)
  assert.ok(granted.scopes.includes('write'))
  const remote = await connector.auth.whoami(stand.http(), granted.grant)
  assert.equal(remote.handle, 'alice@mastodon.sandbox')
  assert.equal(remote.remoteId, granted.principal)
  assert.equal(remote.facts.software, 'mastodon')
  assert.equal(connector.limitsFor?.(remote.facts).text[0]?.max, 5_000)
  assert.ok(!JSON.stringify(remote).includes('sandbox-token'), 'no token in what is not sealed')
})

test('a post goes out as planned: files, text, thread, first comment', async (t) => {
  const { stand, signedIn, calls } = await start(t)
  const bytes = pngOf(1_200, 800, 200_000)
  const film = mp4Of(640, 360)
  const files = new Map([
    ['a', bytes],
    ['b', bytes],
    ['c', film],
  ])
  const post = threadOf(signedIn, [], {
    parts: [
      { text: 'Grüße 👩‍👩‍👧 — erste', media: [pictureOf('a', bytes), pictureOf('b', bytes)] },
      { text: 'zweite', media: [videoOf('c', film)] },
      { text: 'dritte', media: [] },
    ],
    link: 'https://example.com/x',
    language: 'de-AT',
    firstComment: 'mehr dazu',
    settings: { visibility: 'public', spoilerText: 'Hafen' },
  })
  const walker = walkerOf(stand, signedIn, post, files)
  const end = await walker.toEnd()
  assert.deepEqual([end.failure, end.error], [null, null])
  const seen = stand.seen('alice')
  assert.deepEqual(
    seen.map(({ text }) => text),
    [...walker.plan.parts.map(({ text }) => text), 'mehr dazu'],
  )
  assert.equal(seen[0]?.text, 'Grüße 👩‍👩‍👧 — erste\n\nhttps://example.com/x')
  assert.deepEqual(walker.plan.parts[0]?.links, ['https://example.com/x'])
  assert.deepEqual(
    seen.map(({ replyTo }) => replyTo),
    [null, seen[0]?.id, seen[1]?.id, seen[0]?.id],
  )
  assert.deepEqual(
    seen[0]?.media.map(({ alt, bytes: size }) => [alt, size]),
    [
      ['A harbour at dawn.', 200_000],
      ['A harbour at dawn.', 200_000],
    ],
  )
  assert.deepEqual(
    walker.shown.map(({ part, remoteId }) => [part, remoteId]),
    seen.slice(0, 3).map(({ id }, part) => [part, id]),
  )
  assert.equal(walker.shown[0]?.url, `${stand.url}/@alice/${seen[0]?.id}`)
  assert.deepEqual(calls(), namesOf(walker.plan.calls))
  assert.deepEqual(walker.warnings, [])
})
