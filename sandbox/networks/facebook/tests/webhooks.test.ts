import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { app } from '../state/platform.ts'
import { startFacebook } from './kit.ts'

/** Starts an app that records what it receives, and responds to a verification request with its challenge. */
async function startApp() {
  const received: { path: string; headers: Readonly<Record<string, unknown>>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const url = new URL(request.url ?? '/', 'http://app')
    received.push({ path: url.pathname, headers: request.headers, body })
    response.end(
      url.searchParams.get('hub.challenge') ??
        JSON.stringify({ url: 'https://app.example/s', confirmation_code: 'A1' }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, received, [Symbol.asyncDispose]: stop }
}

const hmac = (text: string) => createHmac('sha256', app.secret).update(text)

// meta-callbacks.md, 2 signed_request and 3 Deauthorize.
test('when a person removes the app, a signed request reports it, and their tokens become invalid', async () => {
  await using on = await startFacebook()
  await using hears = await startApp()
  const page = await on.page('alice')
  const { status } = await on.act('alice', 'deauthorize', { with: { url: `${hears.url}/deauthorize` } })
  assert.equal(status, 200)
  const [delivery] = hears.received
  assert.equal(delivery?.headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8')
  const [signature, payload = ''] = (new URLSearchParams(delivery?.body).get('signed_request') ?? '').split('.')
  assert.equal(signature, hmac(payload).digest('base64url'))
  const read = JSON.parse(Buffer.from(payload, 'base64url').toString())
  assert.deepEqual([read.algorithm, read.user_id], ['HMAC-SHA256', '122100000000001'])
  assert.equal((await page.post({ message: 'no' })).body.error.error_subcode, 458)
})

// meta-callbacks.md, 4 Data deletion request.
test('the act returns the app’s response to a deletion request', async () => {
  await using on = await startFacebook()
  await using hears = await startApp()
  const { body } = await on.act('alice', 'request_deletion', { with: { url: `${hears.url}/deletion` } })
  assert.deepEqual(JSON.parse(body), { url: 'https://app.example/s', confirmation_code: 'A1' })
})

// meta-callbacks.md, 5 and 6; quirk 5.
test('webhooks are signed over bytes that differ from a plain serialization, and the URL is verified first', async () => {
  await using on = await startFacebook()
  await using hears = await startApp()
  const page = await on.page('alice')
  const { id } = (await page.post({ message: 'Früh / spät' })).body
  const url = `${hears.url}/hook`
  assert.equal((await on.act('alice', 'verify_webhook', { with: { url } })).verified, true)
  await on.act('alice-bakery', 'send_webhook', { with: { url } })
  const delivery = hears.received[1]
  assert.equal(delivery?.headers['x-hub-signature-256'], `sha256=${hmac(delivery?.body ?? '').digest('hex')}`)
  assert.ok(delivery?.body.includes('Fr\\u00fch \\/ sp\\u00e4t'))
  const { object, entry } = JSON.parse(delivery?.body ?? '')
  assert.deepEqual([object, entry[0].id, entry[0].changes[0].value.post_id], ['page', page.id, id])
  await on.act('alice', 'remove_app')
  await on.act('alice', 'send_webhook', { with: { url } })
  assert.deepEqual(JSON.parse(hears.received[2]?.body ?? '').entry[0].changes[0], {
    field: 'connected',
    value: { verb: 'revoked', target_ids: [] },
  })
})

test('the sandbox calls only URLs on this machine', async () => {
  await using on = await startFacebook()
  for (const url of ['https://app.example/hook', 'http://10.0.0.1/', undefined])
    await assert.rejects(on.act('alice', 'deauthorize', { with: url === undefined ? {} : { url } }), /on this machine/)
  assert.equal((await on.page('alice')).id.length, 15)
})
