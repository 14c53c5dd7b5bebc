import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { toClientKey } from '#infra/http/request/sender.ts'
import { type Person, startApp, type TestApp } from '../harness/app.ts'
import { openRaw } from '../harness/raw-http.ts'

let t: TestApp
let ada: Person
let bob: Person
before(async () => {
  t = await startApp()
  ada = await t.as('ada')
  bob = await t.as('bob')
})
after(() => t[Symbol.asyncDispose]())

const waitingForLocks = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  return rows[0]!.n
}

test('one user’s requests that wait for each other leave connections for everyone else', async () => {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  // Creating a profile waits for its owner's row.
  const holding = t.db.transaction().execute(async (tx) => {
    await sql`select id from app_user where email = ${ada.email} for update`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  const stuck = Array.from({ length: 20 }, (_, nth) => ada.post('/v1/profiles', { name: `no ${nth}` }))
  while ((await waitingForLocks()) === 0);
  for (let nth = 0; nth < 20; nth++) assert.equal((await bob.post('/v1/profiles', { name: `no ${nth}` })).status, 200)
  assert.equal((await t.anyone.get('/readyz')).status, 200)
  const most = await waitingForLocks()
  assert.ok(most <= t.deps.pool.options.max / 2, `${most} connections wait`)
  release.resolve()
  await holding
  assert.deepEqual(new Set((await Promise.all(stuck)).map(({ status }) => status)), new Set([200]))
})

test('429: strangers cannot keep many connections open with endless bodies, and others are still served', async (c) => {
  await using proxied = await startApp({ settings: { TRUST_PROXY: 'loopback' } })
  const open = async (place: string) => {
    const client = await openRaw(c, proxied.url)
    client.write(
      `POST /v1/platforms/netgroup/deauthorize HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${place}\r\ncontent-length: 9\r\n\r\n`,
    )
    return client
  }
  const hanging = await Promise.all(Array.from({ length: 70 }, (_, nth) => open(`2001:db8:1:1::${nth}`)))
  const refused = await Promise.any(hanging.map(async (client) => await client.answer()))
  assert.deepEqual([refused.status, JSON.parse(refused.body).code], [429, 'rate_limited'])
  const other = await open('2001:db8:1:2::1')
  other.write('x'.repeat(9))
  assert.equal((await other.answer()).status, 400)
  for (const client of hanging) client.destroy()
})

test('a client is identified by its IPv4 address or its IPv6 network', () => {
  assert.equal(toClientKey('192.0.2.1'), '192.0.2.1')
  assert.equal(toClientKey('::ffff:192.0.2.1'), '192.0.2.1')
  const network = toClientKey('2001:db8:0:7::1')
  for (const same of ['2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:0DB8:0000:0007::', '2001:db8:0:7::1%eth0'])
    assert.equal(toClientKey(same), network, same)
  for (const other of ['2001:db8:0:8::1', '2001:db8:1:7::1', '::1']) assert.notEqual(toClientKey(other), network, other)
  assert.equal(toClientKey('unknown'), 'unknown')
})
