// Receives Posthorn's webhooks and accepts only signed ones. Requires only Node 20 or newer.
//
//   POSTHORN_WEBHOOK_SECRET=whsec_… PORT=3000 node node.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const toleranceSeconds = 300
const maxBytes = 1024 * 1024
const secret = process.env.POSTHORN_WEBHOOK_SECRET ?? ''

/**
 * Standard Webhooks: `webhook-signature` covers the ID, the time and the bytes. The key is the base64 after whsec_.
 * Prefer this signature: it includes the time, so no one can replay a webhook later.
 */
export function isSigned(secret, headers, bytes, nowSeconds = Date.now() / 1_000) {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest('base64')
  // During a rotation of the secret there are several.
  return signatures.split(' ').some((each) => isSame(each, `v1,${right}`))
}

/** `X-service-Signature` covers only the bytes. The key is the secret's full text, including whsec_. */
export function isSignedOverBody(secret, headers, bytes) {
  const right = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  // The second one uses the previous secret, while it is valid.
  const given = [headers['x-service-signature'], headers['x-service-signature-previous']]
  return given.some((each) => each !== undefined && isSame(each, right))
}

/** Compares in constant time. */
function isSame(given, right) {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

// The same event may arrive more than once. Store these IDs in your database, so that they survive a restart.
const seen = new Set()

function take(event) {
  console.log(event.type, event.id)
}

async function receive(request, response) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) return response.writeHead(413, { connection: 'close' }).end()
    chunks.push(chunk)
  }
  // The bytes as received: parsed and rewritten JSON may differ.
  const bytes = Buffer.concat(chunks)
  if (!isSigned(secret, request.headers, bytes)) return response.writeHead(401).end()
  const event = JSON.parse(bytes.toString('utf8'))
  if (!seen.has(event.id)) {
    take(event)
    seen.add(event.id)
  }
  response.writeHead(204).end()
}

if (process.argv[1] === import.meta.filename) {
  if (!secret.startsWith('whsec_')) throw new Error('POSTHORN_WEBHOOK_SECRET must be the secret of the endpoint.')
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}`)
  })
}
