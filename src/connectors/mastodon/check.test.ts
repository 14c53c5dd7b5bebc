import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Connector, JsonObject } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { mastodon as network } from '#test/connector-suite/networks/mastodon.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type SignedIn, walkerOf } from '#test/connector-suite/stand.ts'
import { mastodon } from './index.ts'

// Each post is checked and then sent to a server with specific limits.
const connector: Connector = mastodon

test('polls and content warnings are checked against the server’s limits, and the server accepts valid ones', async (t) => {
  const stand = await openStand(t, 'mastodon')
  const own = { max_characters: 100, max_poll_options: 5, max_characters_per_option: 10, min_poll_seconds: 60 }
  assert.equal(stand.sandbox.network('mastodon').settings?.change({ ...own, max_poll_seconds: 3_600 }), null)
  const signedIn = await signIn(stand, network, 'alice')
  const poll = { options: ['tea', 'coffee'], expiresInSeconds: 3_600 }
  const picture = fileOf('image/png')

  const cases: readonly (readonly [settings: JsonObject, path: string | null, more?: Parameters<typeof postOf>[2]])[] =
    [
      [{ poll }, null],
      [{ poll: { ...poll, options: ['1', '2', '3', '4', '5'] } }, null],
      [{ poll: { ...poll, options: ['1', '2', '3', '4', '5', '6'] } }, '/settings/mastodon/poll/options'],
      [{ poll: { ...poll, options: ['tea', '👩‍🚀'.repeat(10)] } }, null],
      [{ poll: { ...poll, options: ['tea', '👩‍🚀'.repeat(11)] } }, '/settings/mastodon/poll/options/1'],
      [{ poll: { ...poll, options: ['tea', ' tea '] } }, '/settings/mastodon/poll/options/1'],
      [{ poll: { options: poll.options, durationMinutes: 60 } }, null],
      [{ poll: { options: poll.options, durationMinutes: 61 } }, '/settings/mastodon/poll/durationMinutes'],
      [{ poll: { options: poll.options } }, '/settings/mastodon/poll/durationMinutes'],
      [{ poll: { ...poll, expiresInSeconds: 60 } }, null],
      [{ poll: { ...poll, expiresInSeconds: 59 } }, '/settings/mastodon/poll/expiresInSeconds'],
      [{ poll: { ...poll, expiresInSeconds: 3_601 } }, '/settings/mastodon/poll/expiresInSeconds'],
      [{ poll }, '/settings/mastodon/poll', { media: [picture.item] }],
      [{ spoilerText: 'a'.repeat(95) }, null],
      [{ spoilerText: 'a'.repeat(96) }, '/content'],
      [{ spoilerText: `@ada@harbour.example ${'a'.repeat(90)}` }, null],
    ]
  for (const [settings, path, more = {}] of cases) {
    const name = JSON.stringify(settings)
    const parsed = connector.settings.parse(settings) as JsonObject
    const post = postOf(signedIn, 'What?', { settings: parsed, ...more })
    const { errors } = validate({ connector, outgoing: post, planFit: () => ({ action: 'as-is' }) })
    assert.deepEqual(
      errors.map((issue) => issue.path),
      path === null ? [] : [path],
      name,
    )
    const end = await walkerOf(stand, signedIn, post, filesOf(picture)).toEnd()
    const isRefused = end.verdict?.is === 'refused' || end.error !== null
    assert.equal(isRefused, path !== null, `${name}: ${end.failure?.body ?? end.error}`)
  }
})

test('a content warning counts toward every part and the first comment', () => {
  const account = { remoteId: '1', handle: 'a', facts: {} }
  const long = 'a'.repeat(450)
  const thread = threadOf({ account }, ['short', long], {
    settings: { spoilerText: 'b'.repeat(51) },
    firstComment: long,
  })
  const { errors } = validate({ connector, outgoing: thread, planFit: () => ({ action: 'as-is' }) })
  assert.deepEqual(
    errors.map(({ code, path }) => [code, path]),
    [
      ['text_too_long', '/thread/0/content'],
      ['text_too_long', '/settings/mastodon/spoilerText'],
    ],
  )
  assert.match(errors[0]?.message ?? '', /are 501 characters together. Mastodon allows 500/)
})

test('a quote requires a server that supports quotes and a post that the server itself identifies', async (t) => {
  const stand = await openStand(t, 'mastodon')
  const server = stand.sandbox.network('mastodon')
  const pathsOf = (signedIn: Pick<SignedIn, 'account'>, quote: string) => {
    const outgoing = postOf(signedIn, 'Look.', { settings: { quote } })
    const { errors } = validate({ connector, outgoing, planFit: () => ({ action: 'as-is' }) })
    return errors.map(({ path, message }) => `${path} ${message}`)
  }
  server.settings?.change({ version: '4.4.9' })
  const older = await signIn(stand, network, 'bob')
  const [statusPath = ''] = pathsOf(older, '109000000000000001')
  assert.match(statusPath, /quote Quotes need Mastodon 4\.5 or later\. 127\.0\.0\.1:\d+ runs 4\.4\.9/)

  server.settings?.change({ version: '4.5.0' })
  const { account, ...rest } = await signIn(stand, network, 'alice')
  const { apiVersion: _, ...before } = account.facts
  const connectedEarlier = { ...account, facts: before }
  const { host } = new URL(stand.url)
  for (const named of [
    '109000000000000001',
    '01HZX3V6Q7R8S9T0A1B2C3D4E5',
    `http://${host}/@bob/109000000000000001`,
    `https://${host}/@bob@other.example/109000000000000001/`,
    `https://${host}/users/bob/statuses/109000000000000001?a=b`,
  ])
    assert.deepEqual([pathsOf({ account }, named), pathsOf({ account: connectedEarlier }, named)], [[], []], named)
  const unknown = { ...account, facts: { ...before, version: '2.7.2 (compatible; Pleroma 2.6)' } }
  assert.equal(pathsOf({ account: unknown }, '109000000000000001').length, 1)

  const parts = ['one', 'two'].map((text) => ({ text, media: [] }))
  const quoted = await walkerOf(stand, { account, ...rest }, postOf({ account }, 'Quote me')).toEnd()
  const quote = String(quoted.next?.shown?.url)
  const walker = walkerOf(stand, { account, ...rest }, postOf({ account }, '', { parts, settings: { quote } }))
  await walker.toEnd()
  const shown = server.feed({ account: 'alice', limit: 2 }).map((post) => post.quote)
  assert.deepEqual([shown, walker.warnings], [[undefined, 'Quote me'], []])
  // A server that was downgraded.
  server.settings?.change({ version: '4.4.9' })
  const late = walkerOf(stand, { account, ...rest }, postOf({ account }, 'Late', { settings: { quote } }))
  await late.toEnd()
  assert.deepEqual(late.warnings, ['Published, but the server dropped the quote.'])
})
