import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '#connectors/check/validate.ts'
import type { Connector, JsonObject } from '#connectors/connector.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { mastodon as network } from '#test/connector-suite/networks/mastodon.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, walkerOf } from '#test/connector-suite/stand.ts'
import { mastodon } from './index.ts'

// Each post is checked, and sent as well, to a server with numbers of its own.
const connector: Connector = mastodon

test('polls and content warnings are held to the numbers of the server, and what passes is taken there', async (t) => {
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

test('a content warning counts with every part and with the first comment', () => {
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
  assert.match(errors[0]?.message ?? '', /have 501 characters together; Mastodon allows 500/)
})
