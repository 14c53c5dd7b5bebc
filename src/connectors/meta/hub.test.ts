import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { challenge, isSigned, readSignedRequest } from './hub.ts'

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

test('a signature covers the exact bytes of the body', () => {
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

const secret = 'the-secret-of-the-app'
const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const sign = (payload: string, key = secret) => createHmac('sha256', key).update(payload).digest('base64url')
const signed = (value: unknown, key = secret) => `${sign(encode(value), key)}.${encode(value)}`
const content = { algorithm: 'HMAC-SHA256', issued_at: 1_800_000_000, user_id: '10158000000000001', expires: 0 }

test('a request signed with any of our secrets is read', () => {
  const right = { userId: content.user_id, issuedAt: new Date('2027-01-15T08:00:00.000Z') }
  assert.deepEqual(readSignedRequest(signed(content), [secret]), right)
  assert.deepEqual(readSignedRequest(signed(content), ['the-one-before', secret]), right)
  assert.deepEqual(readSignedRequest(signed({ ...content, algorithm: 'hmac-sha256' }), [secret]), right)
  assert.deepEqual(readSignedRequest(signed({ ...content, issued_at: undefined, page: { id: '1' } }), [secret]), {
    ...right,
    issuedAt: null,
  })
})

test('a user ID keeps every digit', () => {
  assert.equal(readSignedRequest(signed({ ...content, user_id: 12345 }), [secret])?.userId, '12345')
  const long = '{"algorithm":"HMAC-SHA256","user_id":10158000000000000001}'
  assert.equal(readSignedRequest(signed(long), [secret]), null, 'a number that lost digits identifies no one')
})

test('the signature covers the encoded payload, not the decoded one', () => {
  const overJson = createHmac('sha256', secret).update(JSON.stringify(content)).digest('base64url')
  assert.equal(readSignedRequest(`${overJson}.${encode(content)}`, [secret]), null)
})

test('an unsigned or malformed request identifies no one', () => {
  const good = signed(content)
  const [signature = '', payload = ''] = good.split('.')
  const hex = createHmac('sha256', secret).update(payload).digest('hex')
  for (const bad of [
    '',
    '.',
    `${signature}.`,
    `.${payload}`,
    payload,
    `${good}.more`,
    `${signature}.${encode({ ...content, user_id: '2' })}`,
    signed(content, 'another-secret'),
    signed(content, ''),
    `${hex}.${payload}`,
    `${signature.slice(0, -2)}.${payload}`,
    `${signature}=.${payload}`,
    `${signature}%0a.${payload}`,
    signed({ ...content, algorithm: 'none' }),
    signed({ ...content, algorithm: undefined }),
    signed({ ...content, user_id: undefined }),
    signed({ ...content, user_id: '' }),
    signed({ ...content, user_id: ['1'] }),
    signed('no json at all'),
    signed(null),
    `${signature}.${'A'.repeat(20_000)}`,
  ])
    assert.equal(readSignedRequest(bad, [secret, '']), null, bad.slice(0, 80))
  assert.equal(readSignedRequest(good, []), null)
})
