import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CallFailed, type HttpRequest } from '#connectors/connector.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import type { Mode } from '#rules/modes.ts'
import { loadConfig } from '#test/harness/app.ts'
import { web } from '#test/servers/real-servers.ts'
import { clientKeys, createServerAppsInMemory } from '#test/world/client-keys.ts'
import { httpFor } from './http-for.ts'

const clock = { now: () => new Date('2027-01-13T12:00:00Z') }

interface Over {
  readonly leftMs?: number
  readonly mode?: Mode
  readonly beforeFirstByte?: () => void
}

/** Opens a network that the operator configured at a path on a private address. */
async function open(t: TestContext, allowPrivate = false) {
  const { url, requests } = await web(t, (request, response) => {
    if (request.url?.includes('/no')) response.writeHead(418, { 'X-Why': 'teapot' }).end('x'.repeat(100_000))
    else if (request.url?.includes('/cut'))
      response.writeHead(400, { 'Content-Length': '100' }).write('cut', () => response.destroy())
    else response.end('fine')
  })
  const config = loadConfig({ BLUESKY_URL: `${url}/api/` })
  const outbound = createOutbound({ operatorOrigins: [url], allowPrivate, userAgent: 'Posthorn/test' })
  t.after(() => outbound.close())
  const http = ({ leftMs = 5_000, mode = 'live', ...over }: Over = {}) =>
    httpFor(
      { clock, config, outbound, clientKeys, serverApps: createServerAppsInMemory() },
      {
        network: 'bluesky',
        mode,
        deadline: new Date(clock.now().getTime() + leftMs),
        signal: new AbortController().signal,
        fresh: false,
        ...over,
      },
    )
  const send = (request: Partial<HttpRequest> & { url: string }, over?: Over) =>
    http(over).send({ name: 'call', method: 'POST', ...request })
  return { url, requests, http, send }
}

const toFailure = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => assert.fail('it must fail'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof CallFailed, String(error))
  return error.failure
}

test('addresses configured by the operator are called wherever they are, and connectors see them', async (t) => {
  const { url, http, send } = await open(t)
  const answer = await send({ url: `${url}/api/x`, body: 'hello' })
  assert.deepEqual([answer.status, answer.body.toString()], [200, 'fine'])
  assert.equal(http().addresses.api, `${url}/api`)
  assert.equal(http().addresses.directory, 'https://plc.directory')
})

test('a streamed body arrives completely', async (t) => {
  const { url, requests, send } = await open(t)
  async function* pieces() {
    yield Buffer.from('one ')
    yield Buffer.from('two')
  }
  await send({ url: `${url}/api/x`, body: pieces(), headers: { 'content-length': '7' } })
  assert.equal(requests.at(-1)?.body, 'one two')
})

test('other addresses must be public and use https, even on the operator’s own host', async (t) => {
  const { url, requests, send } = await open(t)
  const visits = requests.length
  for (const [address, code] of [
    [`${url}/elsewhere`, 'https_required'],
    [`${url}/apiary`, 'https_required'],
    [url.replace('http:', 'https:'), 'address_not_allowed'],
    [`${url.replace('http:', 'https:')}/api/x`, 'address_not_allowed'],
    ['https://10.0.0.1/api', 'address_not_allowed'],
  ] as const) {
    const failure = await toFailure(send({ url: address }))
    assert.deepEqual([failure.sent, failure.code], ['no', code], address)
  }
  assert.equal(requests.length, visits)
})

test('another site’s page is never requested from a private address', async (t) => {
  const { url, requests, send } = await open(t)
  const visits = requests.length
  for (const address of [`${url}/api/x`, 'http://127.0.0.1/x']) {
    const failure = await toFailure(send({ url: address, foreign: true, headers: { Authorization: 'Bearer x' } }))
    assert.deepEqual([failure.sent, failure.code], ['no', 'address_not_allowed'])
  }
  assert.equal(requests.length, visits)
})

test('a request to another site’s page contains no credentials', async (t) => {
  const { url, requests, send } = await open(t, true)
  await send({
    url: `${url}/page`,
    foreign: true,
    headers: { Authorization: 'Bearer x', Cookie: 'a=b', Accept: 'text/html' },
  })
  const headers = requests.at(-1)?.headers ?? {}
  assert.deepEqual([headers.accept, headers.authorization, headers.cookie], ['text/html', undefined, undefined])
})

test('an error response keeps its status, its headers and the first 64 KiB of its body', async (t) => {
  const { url, send } = await open(t)
  const failure = await toFailure(send({ url: `${url}/api/no` }))
  assert.deepEqual(
    [failure.sent, failure.status, failure.headers['x-why'], failure.body.length],
    ['answered', 418, 'teapot', 65_536],
  )
})

test('a response or error from a server that the operator did not name is marked as such', async (t) => {
  const { url, send } = await open(t, true)
  assert.equal((await toFailure(send({ url: `${url}/api/no` }))).isUserNamed, undefined)
  assert.equal((await toFailure(send({ url: `${url}/no`, foreign: true }))).isUserNamed, true)
  assert.equal((await send({ url: `${url}/api/x` })).isUserNamed, undefined)
  assert.equal((await send({ url: `${url}/x`, foreign: true })).isUserNamed, true)
})

test('a truncated response is reported without a status, since the call may have taken effect', async (t) => {
  const { url, send } = await open(t)
  const failure = await toFailure(send({ url: `${url}/api/cut` }))
  assert.deepEqual([failure.sent, failure.status, failure.code], ['maybe', null, 'connection_lost'])
})

test('nothing is sent after the deadline, or when the caller stops at the last moment', async (t) => {
  const { url, requests, send } = await open(t)
  const visits = requests.length
  assert.deepEqual((await toFailure(send({ url: `${url}/api/x` }, { leftMs: 0 }))).code, 'deadline')
  const beforeFirstByte = () => {
    throw new Error('the lane is lost')
  }
  const stopped = await toFailure(send({ url: `${url}/api/x` }, { beforeFirstByte }))
  assert.deepEqual([stopped.sent, stopped.code], ['no', 'stopped'])
  assert.equal(requests.length, visits)
})

test('a network that is turned off is not called', async (t) => {
  const { url, send } = await open(t)
  const failure = await toFailure(send({ url: `${url}/api/x` }, { mode: 'sandbox' }))
  assert.deepEqual([failure.sent, failure.code], ['no', 'network_off'])
})
