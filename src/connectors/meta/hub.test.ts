import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { challenge, isSigned } from './hub.ts'

const app = { clientId: 'app', clientSecret: 'the-secret-of-the-app', verifyToken: 'ours-alone' }
const requested = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'ours-alone' }

test('a request with our token gets its challenge back unchanged, with dots and with underscores', () => {
  const right = { contentType: 'text/plain', body: '1158201444' }
  assert.deepEqual(challenge(requested, app), right)
  const underscored = Object.entries(requested).map(([name, value]) => [name.replace('.', '_'), value])
  assert.deepEqual(challenge(Object.fromEntries(underscored), app), right)
})

test('no other request gets a challenge, and markup is never echoed', () => {
  for (const change of [
    { 'hub.verify_token': 'theirs' },
    { 'hub.verify_token': '' },
    { 'hub.mode': 'unsubscribe' },
    { 'hub.challenge': '' },
    { 'hub.challenge': '<script>alert(1)</script>' },
  ])
    assert.equal(challenge({ ...requested, ...change }, app), null, JSON.stringify(change))
  assert.equal(challenge({ ...requested, 'hub.verify_token': '' }, { ...app, verifyToken: '' }), null)
  assert.equal(challenge({ ...requested, 'hub.verify_token': 'null' }, { ...app, verifyToken: null }), null)
})

test('a signature covers the exact bytes', () => {
  const raw = Buffer.from('{"object":"page","entry":[{"id":"1","changes":[{"value":{"message":"fr\\u00fch"}}]}]}')
  const of = (bytes: Buffer, key = app.clientSecret) => createHmac('sha256', key).update(bytes).digest('hex')
  const accepts = (value: string) => isSigned({ 'x-hub-signature-256': value }, raw, app)
  assert.equal(accepts(`sha256=${of(raw)}`), true)
  assert.equal(accepts(`sha256=${of(raw).toUpperCase()}`), true)
  const again = Buffer.from(JSON.stringify(JSON.parse(raw.toString())))
  assert.equal(accepts(`sha256=${of(again)}`), false, 'the same JSON in other bytes')
  for (const bad of [
    of(raw),
    `sha1=${of(raw)}`,
    `sha256=${of(raw).slice(2)}`,
    `sha256=${of(raw, 'another')}`,
    'sha256=',
    '',
  ])
    assert.equal(accepts(bad), false, bad)
  assert.equal(isSigned({ 'x-hub-signature': `sha1=${of(raw)}` }, raw, app), false)
})
