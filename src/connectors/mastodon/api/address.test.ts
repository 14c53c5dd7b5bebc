import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiUrlOf } from './address.ts'

test('a server is called at its host over https, however the user writes it', () => {
  for (const typed of [
    'mastodon.social',
    ' Mastodon.Social ',
    'https://mastodon.social',
    'https://mastodon.social/',
    'http://mastodon.social/@alice',
    'https://mastodon.social/@alice/1234?x=1#y',
    '@alice@mastodon.social',
    'alice@mastodon.social',
  ])
    assert.equal(apiUrlOf(typed, undefined), 'https://mastodon.social', typed)
  assert.equal(apiUrlOf('müller.example', undefined), 'https://xn--mller-kva.example')
  assert.equal(apiUrlOf('social.example:8443', undefined), 'https://social.example:8443')
})

test('text that does not name a server is rejected', () => {
  for (const typed of ['', '   ', 'alice', '@alice', 'https://', 'https://alice:secret@mastodon.social', 'a b.example'])
    assert.equal(apiUrlOf(typed, undefined), null, typed)
})

test('the configured server’s URL is used unchanged, and no other URL is', () => {
  const configured = 'http://127.0.0.1:4010/mastodon'
  assert.equal(apiUrlOf('http://127.0.0.1:4010/mastodon', configured), configured)
  assert.equal(apiUrlOf('127.0.0.1:4010/mastodon/@alice', configured), configured)
  assert.equal(apiUrlOf('https://127.0.0.1:4010/mastodon', configured), 'https://127.0.0.1:4010')
  assert.equal(apiUrlOf('http://127.0.0.1:4010/mastodonx', configured), 'https://127.0.0.1:4010')
  assert.equal(apiUrlOf('http://127.0.0.1:4011/mastodon', configured), 'https://127.0.0.1:4011')
})
