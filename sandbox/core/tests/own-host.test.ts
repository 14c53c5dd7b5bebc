import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { createSandbox } from '../../index.ts'

/** Sends a request with a chosen `Host`, which `fetch` does not allow. */
async function statusOf(url: string, path: string, host: string): Promise<number | undefined> {
  const requested = request(`${url}${path}`, { headers: { host } }).end()
  const [answer] = (await once(requested, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

const paths = ['/', '/mails', '/control/calls', '/bluesky/xrpc/_health', '/received/1']

test('403: a web page whose host name resolves to this machine cannot access the sandbox', async () => {
  await using sandbox = await createSandbox()
  const { port } = new URL(sandbox.url)
  for (const path of paths)
    for (const host of ['rebound.example.com', `rebound.example.com:${port}`, 'localhost.example.com'])
      assert.equal(await statusOf(sandbox.url, path, host), 403, `${host}${path}`)
  const own = [`127.0.0.1:${port}`, 'localhost', `sandbox.localhost:${port}`, '[::1]', 'sandbox:4010', '192.168.1.20']
  for (const host of own) assert.equal(await statusOf(sandbox.url, '/bluesky/xrpc/_health', host), 200, host)
})

test('a public sandbox accepts its own host name, or any host name if none is configured', async () => {
  const closed = await createSandbox()
  const at = closed.url
  await closed.close()
  await using _ = await createSandbox({ port: Number(new URL(at).port), publicUrl: 'https://sandbox.example.org' })
  assert.equal(await statusOf(at, '/bluesky/xrpc/_health', 'sandbox.example.org'), 200)
  assert.equal(await statusOf(at, '/bluesky/xrpc/_health', 'rebound.example.com'), 403)
  await using open = await createSandbox({ host: '0.0.0.0' })
  assert.equal(await statusOf(open.url, '/bluesky/xrpc/_health', 'posts.example.org'), 200)
})
