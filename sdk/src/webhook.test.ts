import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { PosthornError, verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.from('a secret for this test').toString('base64')}`
const other = `whsec_${Buffer.from('the secret before').toString('base64')}`
const now = new Date('2026-11-21T12:36:24Z')
const body = '{"id":"evt_1","type":"webhook.test","createdAt":"2026-11-21T12:36:24.000Z","data":{"message":"Größe"}}'

function delivery(at = now, text = body, by = secret) {
  const timestamp = String(at.getTime() / 1_000)
  const key = Buffer.from(by.slice('whsec_'.length), 'base64')
  const mac = createHmac('sha256', key).update(`evt_1.${timestamp}.${text}`).digest('base64')
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${mac}` }
}

test('a signed webhook is verified as text and as bytes, with both kinds of headers, and with each valid secret', async () => {
  const headers = delivery()
  const event = await verifyWebhook({ body, headers, secret, now })
  assert.equal(event.type === 'webhook.test' && event.data.message, 'Größe')
  await verifyWebhook({ body: new TextEncoder().encode(body), headers: new Headers(headers), secret, now })
  await verifyWebhook({ body, headers: { ...headers, 'Webhook-Id': 'evt_1' }, secret: [other, secret], now })
})

test('a changed body, ID or time, a wrong secret, an old delivery and missing headers are rejected', async () => {
  const headers = delivery()
  const old = delivery(new Date(now.getTime() - 301_000))
  const wrong = [
    { body: body.replace('evt_1', 'evt_2'), headers },
    { body, headers: { ...headers, 'webhook-id': 'evt_2' } },
    { body, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
    { body, headers: { ...headers, 'webhook-timestamp': 'soon' } },
    { body, headers: { ...headers, 'webhook-signature': 'v1,%%% v2,x' } },
    { body, headers, secret: other },
    { body, headers: old },
    { body, headers: {} },
  ]
  for (const one of wrong)
    await assert.rejects(
      verifyWebhook({ secret, now, ...one }),
      (error) => error instanceof PosthornError && error.code === 'webhook_signature_invalid',
      JSON.stringify(one),
    )
  await verifyWebhook({ body, headers: old, secret, now, toleranceSeconds: 302 })
  await assert.rejects(verifyWebhook({ body, headers, secret: 'whsec_', now }), TypeError)
})
