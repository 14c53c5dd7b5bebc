import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openDnsServer, type Records } from '#test/servers/dns-server.ts'
import { createOutbound } from '../outbound.ts'
import { createResolver, type ResolverOptions } from './resolver.ts'

const limits = { timeoutMs: 5_000, maxBytes: 1_000 }

async function systemFiles(t: TestContext, { hosts = '', search = '' }: { hosts?: string; search?: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'names-'))
  t.after(() => rm(folder, { recursive: true }))
  const [hostsFile, searchFile] = [join(folder, 'hosts'), join(folder, 'resolv.conf')]
  await writeFile(hostsFile, hosts)
  await writeFile(searchFile, search)
  return { hostsFile, searchFile }
}

async function begin(
  t: TestContext,
  records: Record<string, Records>,
  files: { hosts?: string; search?: string } = {},
  options: ResolverOptions = {},
) {
  const dns = await openDnsServer(t, records)
  const paths = await systemFiles(t, files)
  return { dns, ...paths, resolve: createResolver({ ...paths, servers: dns.servers, ...options }) }
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it should have failed'),
    (error: { code?: unknown }) => error.code,
  )

test('sixty names that no server resolves do not delay another name', async (t) => {
  // Their queries, two for each, fit into the socket's buffer at once; more would be dropped.
  const silent = Array.from({ length: 60 }, (_, n) => `silent-${n}.example`)
  const records = Object.fromEntries(silent.map((name) => [name, { isSilent: true }]))
  const { dns, hostsFile, searchFile, resolve } = await begin(t, { ...records, 'good.example': { a: ['192.0.2.7'] } })
  const impatient = createResolver({ hostsFile, searchFile, servers: dns.servers, timeoutMs: 500 })
  let ended = 0
  const stuck = silent.map((name) => codeOf(impatient(name)).finally(() => ended++))
  assert.deepEqual(await resolve('good.example'), ['192.0.2.7'])
  // If names were looked up one or two at a time, most of these would have to end first.
  assert.ok(ended < silent.length)
  assert.deepEqual(new Set(await Promise.all(stuck)), new Set(['ETIMEOUT']))
})

test('a name that no server resolves fails within its time limit', async (t) => {
  const { resolve } = await begin(t, { 'silent.example': { isSilent: true } }, {}, { timeoutMs: 50 })
  assert.equal(await codeOf(resolve('silent.example')), 'ETIMEOUT')
})

test('concurrent lookups of a name share one query, repeated after its TTL', async (t) => {
  let nowMs = 0
  const records: Record<string, Records> = { 'a.example': { a: ['192.0.2.1'], ttl: 30 } }
  const { dns, resolve } = await begin(t, records, {}, { nowMs: () => nowMs })
  await Promise.all([resolve('a.example'), resolve('A.example'), resolve('a.example')])
  await resolve('a.example')
  assert.deepEqual(dns.queries, ['a.example'])
  dns.records['a.example'] = { a: ['192.0.2.2'], ttl: 100_000 }
  nowMs = 30_001
  assert.deepEqual(await resolve('a.example'), ['192.0.2.2'])
  nowMs += 60_001
  await resolve('a.example')
  assert.equal(dns.queries.length, 3, 'no result is cached for more than a minute')
})

test('a nonexistent name is not cached', async (t) => {
  const { dns, resolve } = await begin(t, {})
  assert.equal(await codeOf(resolve('new.example')), 'ENOTFOUND')
  dns.records['new.example'] = { a: ['192.0.2.3'] }
  assert.deepEqual(await resolve('new.example'), ['192.0.2.3'])
})

test('the hosts file precedes DNS, and a change to it applies at once', async (t) => {
  const hosts = '# own\n10.0.0.5\tminio.internal minio # the bucket\nnonsense x\nfd00::5 minio\n'
  const { dns, hostsFile, resolve } = await begin(t, { minio: { a: ['192.0.2.9'] } }, { hosts })
  assert.deepEqual(await resolve('minio'), ['10.0.0.5', 'fd00::5'])
  assert.deepEqual(await resolve('MINIO.internal.'), ['10.0.0.5'])
  assert.deepEqual(dns.queries, [])
  await writeFile(hostsFile, '10.0.0.66 minio\n')
  assert.deepEqual(await resolve('minio'), ['10.0.0.66'])
})

test('localhost is resolved without a query, from the hosts file if it is listed there', async (t) => {
  const { dns, hostsFile, resolve } = await begin(t, { localhost: { a: ['192.0.2.9'] } })
  assert.deepEqual(await resolve('localhost'), ['127.0.0.1', '::1'])
  assert.deepEqual(await resolve('app.localhost'), ['127.0.0.1', '::1'])
  await writeFile(hostsFile, '127.0.0.1 localhost\n')
  assert.deepEqual(await resolve('localhost'), ['127.0.0.1'])
  assert.deepEqual(dns.queries, [])
})

test('a short name is looked up in the search domains of resolv.conf', async (t) => {
  const search = 'nameserver 192.0.2.53\nsearch one.test two.test\noptions timeout:2 ndots:2\n'
  const records = { 'db.two.test': { a: ['10.0.0.2'] }, 'far.example.com': { a: ['192.0.2.4'] } }
  const { dns, resolve } = await begin(t, records, { search })
  assert.deepEqual(await resolve('db'), ['10.0.0.2'])
  assert.deepEqual(dns.queries.splice(0), ['db.one.test', 'db.two.test'])
  assert.deepEqual(await resolve('far.example.com'), ['192.0.2.4'])
  assert.deepEqual(dns.queries.splice(0), ['far.example.com'])
  assert.equal(await codeOf(resolve('db.')), 'ENOTFOUND')
  assert.deepEqual(dns.queries.splice(0), ['db'])
})

test('the system resolver is used only for the operator’s names that DNS does not know', async (t) => {
  const { dns, ...files } = await begin(t, {})
  const servers = dns.servers
  // DNS does not know this name, but every system does: it is an address in an old notation.
  assert.equal(await codeOf(createResolver({ ...files, servers })('127.1')), 'ENOTFOUND')
  assert.deepEqual(await createResolver({ ...files, servers, mayAskSystem: true })('127.1'), ['127.0.0.1'])
})

test('DNS results are checked on every connection, even cached results', async (t) => {
  let visits = 0
  const server = createServer((socket) => {
    visits += 1
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { dns, resolve } = await begin(t, { 'inner.example': { a: ['127.0.0.1'] } })
  const url = `http://inner.example:${(server.address() as AddressInfo).port}/`
  const open = (allowPrivate: boolean) => {
    const out = createOutbound({ operatorOrigins: [], userAgent: 'test', allowPrivate, resolve })
    t.after(() => out.close())
    return out
  }
  assert.equal((await open(true).request({ url, ...limits })).body.toString(), 'ok')
  const strict = open(false)
  for (let attempt = 0; attempt < 2; attempt++)
    await assert.rejects(strict.request({ url, ...limits }), { code: 'address_not_allowed' })
  assert.equal(visits, 1)
  assert.deepEqual(dns.queries, ['inner.example'])
})
