import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { startOwnPlace } from '../../../core/tests/kit.ts'
import { startThreads } from './kit.ts'

const hmac = (text: string) => createHmac('sha256', 'sandbox-app-secret').update(text)

// meta-callbacks.md, 2 signed_request, 3 Deauthorize and 4 Data deletion; threads.md 1.6.
test('signed requests report a removed app and a deletion request, and the act returns the response', async () => {
  await using on = await startThreads()
  const answer = { url: 'https://app.example/s', confirmation_code: 'A1' }
  await using place = await startOwnPlace({ deletion: Buffer.from(JSON.stringify(answer)) })
  const token = await on.connect()
  const { id } = (await on.call('GET', '/v1.0/me', { token })).body
  const read = (at: number) => {
    const { headers, body } = place.received[at] ?? { headers: {}, body: '' }
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8')
    const [signature, payload = ''] = (new URLSearchParams(body).get('signed_request') ?? '').split('.')
    assert.equal(signature, hmac(payload).digest('base64url'))
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }
  assert.equal((await on.act('alice', 'deauthorize', { with: { url: place.url } })).status, 200)
  const claims = read(0)
  assert.deepEqual([claims.user_id, claims.algorithm], [id, 'HMAC-SHA256'])
  assert.equal((await on.call('GET', '/v1.0/me', { token })).body.error.error_subcode, 458)
  const { status, body } = await on.act('alice', 'request_deletion', { with: { url: `${place.url}/deletion` } })
  assert.deepEqual([status, JSON.parse(body), read(1).user_id], [200, answer, id])
  for (const act of ['deauthorize', 'revoke_access', 'request_deletion', 'send_webhook', 'verify_webhook'])
    await assert.rejects(on.act('bob', act, { with: { url: 'https://app.example/' } }), /on this machine/)
  assert.equal((await on.as('bob', 'GET', '/me')).status, 200)
  await on.act('bob', 'revoke_access', { with: { url: place.url } })
  assert.equal(read(2).algorithm, 'HMAC-SHA256')
  assert.equal((await on.as('bob', 'GET', '/me')).body.error.error_subcode, 458)
})

// threads.md 9; meta-callbacks.md 5 and 6.
test('webhooks have a specific format, and the signature covers the sent bytes', async () => {
  await using on = await startThreads()
  await using place = await startOwnPlace()
  const id = await on.post('Früh / spät')
  const reply = await on.post('reply', { reply_to_id: id }, 'bob')
  await on.act('alice', 'send_webhook', { with: { url: place.url } })
  await on.act('bob', 'send_webhook', { with: { url: place.url, event: 'replies' } })
  const [first, second] = place.received
  assert.equal(first?.headers['x-hub-signature-256'], `sha256=${hmac(first?.body ?? '').digest('hex')}`)
  assert.ok(first?.body.includes('Fr\\u00fch \\/ sp\\u00e4t'))
  const payload = JSON.parse(first?.body ?? '')
  assert.deepEqual([payload.topic, payload.values.field, payload.values.value.id], ['interaction', 'publish', id])
  const { topic, target_id, values } = JSON.parse(second?.body ?? '')
  assert.deepEqual([topic, target_id, values.value.id, values.value.root_post.id], ['moderate', id, reply, id])
  assert.equal((await on.act('alice', 'verify_webhook', { with: { url: place.url } })).verified, false)
})
