import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { fromWire, newId } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import {
  createOtherDeliverer,
  createWebhook,
  createWebhookKey,
  listDeliveries,
  sendTest,
  startReceiverFor,
} from '#test/world/webhooks.ts'
import { newSecret } from './secrets/sealed.ts'
import { insertEndpoint } from './store/endpoints.ts'
import { insertSecret } from './store/secrets.ts'
import { createWebhookHttp } from './webhook-http.ts'

/**
 * Addresses that must not be called, tested at both ends: a request that names one is refused, and one that is in the
 * database anyway is not called. A sentinel server counts connections, and every connection attempt of this process is
 * recorded.
 */
let port = 0
let visits = 0
const sentinel = createServer((socket) => {
  visits++
  socket.on('error', () => {})
  socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
})

let t: TestApp
let ada: Client
const attempts: string[] = []
/** Connections to the database are our own: it is reached by a path or another port. */
const watch = (message: unknown) => {
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address: string, to?: number) => {
    if (to !== undefined && !ours.has(to)) attempts.push(`${address}:${to}`)
  })
}
const ours = new Set<number>()

before(async () => {
  t = await startApp({ sandbox: true })
  ada = await createWebhookKey(t, await t.as('ada'))
  sentinel.listen(0)
  await once(sentinel, 'listening')
  port = (sentinel.address() as AddressInfo).port
  const { connectionString, port: databasePort } = t.connection as { connectionString?: string; port?: number }
  ours.add(databasePort ?? Number(URL.parse(connectionString ?? '')?.port || 5432)).add(Number(new URL(t.url).port))
  subscribe('net.client.socket', watch)
})
after(async () => {
  unsubscribe('net.client.socket', watch)
  sentinel.close()
  await t[Symbol.asyncDispose]()
})

/** The first and the last address of each range that is not public. */
const ranges: [first: string, last: string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::ffff'],
  ['::ffff:0:0', '::ffff:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]
const inUrl = (address: string) => (address.includes(':') ? `[${address}]` : address)

const hosts = [
  ...ranges.flat().map(inUrl),
  // Metadata services of clouds, whatever range they are in.
  ...['169.254.169.254', '100.100.100.200', '168.63.129.16', '192.0.0.192', '[fd00:ec2::254]', '[fd20:ce::254]'],
  // Other spellings of the loopback address.
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '0x7f000001',
    '0x7f.1',
    '0X7F.0.0.1',
  ],
  ...['127.0.0.1.', '127.0.0.1%2e', '%31%32%37.0.0.1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '0', '0x0'],
  ...['localhost', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ', '[::1]', '[0:0:0:0:0:0:0:1]'],
  // IPv4 inside IPv6, in each form.
  ...['[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:8.8.8.8]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'],
  ...['[2001:0:4136:e378:8000:63bf:80ff:fffe]', '[fe80::5efe:127.0.0.1]'],
]
const urls = (): string[] => [
  ...hosts.map((host) => `https://${host}:${port}/hook`),
  // Plain http is refused without permission, whatever the host.
  ...[`http://127.0.0.1:${port}/`, `http://8.8.8.8:${port}/`, `HTTP://8.8.8.8:${port}/`, `http:8.8.8.8:${port}`],
  ...[`https://user@127.0.0.1:${port}/`, `https://u:p@8.8.8.8:${port}/`, `https://8.8.8.8@127.0.0.1:${port}/`],
  ...[
    `https://8.8.8.8:${port}\\@127.0.0.1/`,
    `https:\\\\127.0.0.1:${port}`,
    `//127.0.0.1:${port}/`,
    `127.0.0.1:${port}`,
  ],
  ...[`https://127.0.0.1\t:${port}/`, ` https://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/\n`, 'https://'],
  ...[
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/`,
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
  ],
  ...[`ws://127.0.0.1:${port}/`, `wss://127.0.0.1:${port}/`, `unix:///run/x.sock`, `https://[fe80::1%25lo]:${port}/`],
  // Only the sandbox's receivers may be called.
  ...[
    '',
    '/',
    '/control/ledger',
    '/control/reset',
    '/receiver',
    '/receivers/x',
    '/Receiver/x',
    '/bluesky/receiver/',
  ].map((path) => t.sandbox.url + path),
  ...['/receiver/../control/reset', '/receiver/%2e%2e/control/reset', '/receiver/.%2E/control/reset'].map(
    (path) => t.sandbox.url + path,
  ),
  ...['/./receiver/x/../../control/reset', '//receiver/x', '/%72eceiver/x'].map((path) => t.sandbox.url + path),
  `${t.sandbox.url.replace('127.0.0.1', 'localhost')}/receiver/x`,
  `${t.sandbox.url.replace('http', 'https')}/receiver/x`,
  t.sandbox.url.replace('127.0.0.1', 'user@127.0.0.1').concat('/receiver/x'),
]

const untouched = () => assert.deepEqual([attempts, visits], [[], 0])

test('no forbidden URL can become an endpoint or is called', async () => {
  attempts.length = 0
  assert.ok(urls().length >= 140)
  const answers = await Promise.all(urls().map((url) => ada.post('/v1/webhooks', { url, events: ['post.failed'] })))
  for (const [at, { status, body }] of answers.entries())
    assert.deepEqual([status, body.code], [400, 'webhook_url_not_allowed'], urls()[at])
  assert.deepEqual((await ada.get('/v1/webhooks')).body, [])
  untouched()
})

test('a forbidden URL that is in the database anyway is not called, and its delivery is retried like any other', async () => {
  attempts.length = 0
  const person = await t.as('eve')
  const ownerUid = fromWire('usr', person.uid)
  const profileId = fromWire('prof', 'prof_01kajv4z00e008000000000001')
  const accountId = fromWire('acc', 'acc_01kajv4z00e008000000000001')
  assert.ok(ownerUid && profileId && accountId)
  const now = t.now()
  await inTx(t.db, async (tx) => {
    for (const url of urls()) {
      const id = newId<'wh'>(now)
      const row = {
        id,
        ownerUid,
        url,
        events: ['account.connected'],
        profileIds: null,
        sealedHeaders: null,
      }
      await insertEndpoint(tx, { ...row, createdAt: now, updatedAt: now })
      await insertSecret(tx, t.deps.seal, { endpointId: id, secret: newSecret(), now })
    }
    const event = {
      type: 'account.connected',
      ownerUid,
      profileId,
      accountId,
      network: 'bluesky',
      handle: 'x',
    } as const
    await t.deps.emit(tx, event)
  })
  await createOtherDeliverer(t).tick()
  untouched()
  const { rows } = await sql<{
    url: string
    status: string
    error: string
  }>`select url, status, error from webhook_attempt a
    join webhook_delivery d on d.id = a.delivery_id join webhook_endpoint w on w.id = d.endpoint_id`.execute(t.db)
  assert.equal(rows.length, urls().length)
  for (const { url, status, error } of rows) {
    assert.equal(status, 'retrying', url)
    assert.match(error, /is not an allowed address|has a name that does not resolve/, url)
  }
  assert.deepEqual(t.sandbox.ledger.entries({}), [])
  assert.equal((await person.delete('/v1/auth/me')).status, 200)
})

test('the sandbox’s receiver is called, and URLs that merely resemble it are not', async () => {
  const { id } = await createWebhook(ada, `${t.sandbox.url}/receiver/mine`)
  await sendTest(ada, id)
  await t.settle()
  assert.equal((await listDeliveries(ada, id, '?status=delivered')).length, 1)
  t.sandbox.faults.add({ network: 'bluesky', kind: 'reject', times: 1 })
  for (const path of [
    '/receiver/..%2fcontrol%2freset',
    '/receiver/..%5ccontrol%5creset',
    '/receiver/x%2f..%2f..%2fcontrol%2freset',
  ]) {
    const made = await ada.post('/v1/webhooks', { url: t.sandbox.url + path, events: ['post.failed'] })
    if (made.status !== 200) continue
    await sendTest(ada, made.body.id)
    await t.settle()
    const [row] = await listDeliveries(ada, made.body.id)
    assert.deepEqual([row.status, row.responseStatus], ['retrying', 404], path)
    await ada.delete(`/v1/webhooks/${made.body.id}`)
  }
  assert.equal(t.sandbox.faults.list().length, 1, 'nothing was reset')
  await ada.delete(`/v1/webhooks/${id}`)
})

const sent = { method: 'POST', headers: {}, body: 'x', timeoutMs: 5_000, maxBytes: 100 } as const
const config = { allowPrivateWebhooks: false, sandbox: null }

test('a host name is resolved for each connection, and checked each time', async () => {
  attempts.length = 0
  const publicAddress = '93.184.215.14'
  for (const later of [
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1', '169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['127.0.0.1', '::1'],
  ]) {
    let requestCount = 0
    const out = createWebhookHttp(config, { resolve: async () => (requestCount++ === 0 ? [publicAddress] : later) })
    const url = `https://rebinds.example:${port}/`
    await out.requireAllowed(url)
    for (let n = 0; n < 2; n++)
      await assert.rejects(out.stream({ ...sent, url }), { code: 'address_not_allowed', sent: 'no' }, later.join())
    assert.equal(requestCount, 3)
    await out.close()
  }
  untouched()
})

test('a host name that does not resolve yet is accepted, and not called until it does', async () => {
  attempts.length = 0
  for (const nothing of [
    async () => Promise.reject(new Error('EAI_AGAIN')),
    async () => [],
    async () => ['127.1', ''],
  ]) {
    const out = createWebhookHttp(config, { resolve: nothing })
    const url = `https://soon.example:${port}/`
    await out.requireAllowed(url)
    await assert.rejects(out.stream({ ...sent, url }), { code: 'dns', sent: 'no' })
    await out.close()
  }
  untouched()
})

test('only the allowed addresses of a host name are called', async () => {
  attempts.length = 0
  const resolve = async () => ['169.254.169.254', '::ffff:127.0.0.1', '127.0.0.1', '::', 'fe80::1']
  const out = createWebhookHttp({ ...config, allowPrivateWebhooks: true }, { resolve })
  assert.equal((await out.stream({ ...sent, url: `http://mixed.example:${port}/` })).status, 200)
  assert.deepEqual([attempts, visits], [[`127.0.0.1:${port}`], 1], 'the sentinel notices every connection')
  attempts.length = 0
  visits = 0
  await out.close()
})

test('ALLOW_PRIVATE_WEBHOOKS allows private addresses, and never metadata, link-local or reserved ones', async () => {
  attempts.length = 0
  const out = createWebhookHttp({ ...config, allowPrivateWebhooks: true })
  for (const host of ['10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '[fd00::1]', '127.0.0.1', '[::1]'])
    for (const scheme of ['http', 'https']) await out.requireAllowed(`${scheme}://${host}:${port}/`)
  const never = [
    ...['169.254.169.254', '169.254.0.0', '169.254.255.255', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    ...[
      '[fd00:ec2::254]',
      '[fd20:ce::254]',
      '[fe80::1]',
      '[febf::1]',
      '[::ffff:169.254.169.254]',
      '[::ffff:127.0.0.1]',
    ],
    ...['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '0.0.0.0', '224.0.0.1', '255.255.255.255', '[::]', '[ff02::1]'],
    ...['0xa9fea9fe', '2852039166', '169.254.43518', '0251.0376.0251.0376'],
  ]
  for (const host of never)
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${host}:${port}/latest/meta-data`
      await assert.rejects(out.requireAllowed(url), { code: 'webhook_url_not_allowed' }, url)
      await assert.rejects(out.stream({ ...sent, url }), { code: 'address_not_allowed', sent: 'no' }, url)
    }
  untouched()
  await out.close()
})

test('a redirect is not followed, wherever it leads', async (test) => {
  attempts.length = 0
  const places = [`http://169.254.169.254:${port}/`, `http://127.0.0.1:${port}/`, '/elsewhere', `//[::1]:${port}/`]
  const statuses = [301, 302, 303, 307, 308]
  const answers = statuses.flatMap((status) => places.map((location) => ({ status, headers: { location } })))
  const receiver = await startReceiverFor(test, (nth) => answers[nth - 1] ?? { status: 200 })
  const out = createWebhookHttp({ ...config, allowPrivateWebhooks: true })
  for (const { status } of answers) {
    const answer = await out.stream({ ...sent, url: receiver.url, body: '{}' })
    assert.equal(answer.status, status)
    answer.body.resume()
  }
  assert.equal(receiver.received.length, answers.length)
  assert.deepEqual([[...new Set(attempts)], visits], [[receiver.url.replace('http://', '')], 0])
  await out.close()
})
