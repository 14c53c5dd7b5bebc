// Receives Posthorn's webhooks and believes only those that are signed. Node 20 or newer, nothing else.
//
//   POSTHORN_WEBHOOK_SECRET=whsec_… PORT=3000 node node.mjs

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const toleranceSeconds = 300
const maxBytes = 1024 * 1024
const secret = process.env.POSTHORN_WEBHOOK_SECRET ?? ''

/**
 * Standard Webhooks: `webhook-signature` is over the id, the time and the bytes. The key is what stands in base64 behind
 * whsec_. Prefer this one: it knows when something was sent, so nobody can send it again tomorrow.
 */
export function isSigned(secret, headers, bytes, nowSeconds = Date.now() / 1_000) {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(bytes).digest('base64')
  // While one secret replaces another there are several.
  return signatures.split(' ').some((each) => isSame(each, `v1,${right}`))
}

/** `X-service-Signature` is over the bytes alone. The key is the secret as it is written, whsec_ included. */
export function isSignedOverBody(secret, headers, bytes) {
  const right = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  // The second one is by the secret before, while that is still good.
  const given = [headers['x-service-signature'], headers['x-service-signature-previous']]
  return given.some((each) => each !== undefined && isSame(each, right))
}

/** Takes as long for nearly right as for quite wrong. */
function isSame(given, right) {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

// The same event may come more than once. Keep these ids where they outlast a restart: in your database.
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
  // The bytes as they came: JSON that was read and written again is something else.
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
