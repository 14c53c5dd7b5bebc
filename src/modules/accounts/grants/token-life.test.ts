import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { bluesky } from '#connectors/bluesky/index.ts'
import { CallFailed, type Connector, type Granted, type JsonObject } from '#connectors/connector.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { httpFor } from '../network/http-for.ts'
import { noteRevokedConsent } from './actions.ts'
import { liveGrant } from './live-grant.ts'
import { needsReconnect } from './lose-grant.ts'
import { mergeRefreshedGrant } from './refresh-grant.ts'

/** A network whose renewals stop or return what a test specifies. */
const real = bluesky as Connector
const hooks: {
  held: (() => Promise<void>) | null
  brings: ((given: Granted<JsonObject>) => Granted<JsonObject>) | null
} = {
  held: null,
  brings: null,
}
const watched: Connector = {
  ...real,
  auth: {
    ...real.auth,
    async refresh(http, grant) {
      const given = await real.auth.refresh!(http, grant)
      await hooks.held?.()
      return hooks.brings?.(given) ?? given
    },
  },
}

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: watched, mastodon } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())
beforeEach(() => {
  hooks.held = null
  hooks.brings = null
})

let people = 0
async function connected() {
  people += 1
  const name = `user-${people}`
  const person = await t.as(name)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const input = { profileId: profile.id, identifier: `${name}.sandbox`, appPassword: 'sand-boxx-pass-word' }
  const { body: account } = await person.post('/v1/platforms/bluesky/connect', input)
  const id = fromWire('acc', account.id)!
  const grant = () =>
    t.db
      .selectFrom('account')
      .innerJoin('networkGrant', 'networkGrant.id', 'account.grantId')
      .selectAll('networkGrant')
      .where('account.id', '=', id)
      .executeTakeFirstOrThrow()
  const secret = async () => {
    const { id: grantId, sealedGrant } = await grant()
    return JSON.parse(t.deps.seal.open(sealedGrant, `network_grant:${grantId}`).toString()) as JsonObject
  }
  const list = `/v1/platforms/accounts?profileId=${profile.id}&include=disconnected`
  const seen = async () => (await person.get(list)).body[0]
  return { person, profile, id, wireId: account.id as string, name, input, grant, secret, seen }
}

/** Starts a renewal and holds it after the network's response, before the response is stored. */
async function heldRenewal(id: Parameters<typeof liveGrant>[1]) {
  const reached = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  hooks.held = () => {
    reached.resolve()
    return go.promise
  }
  const renewal = liveGrant(t.deps, id, { refreshIfOlderThan: 1 })
  renewal.catch(() => {})
  await reached.promise
  hooks.held = null
  return { renewal, letGo: () => go.resolve() }
}

const refused = { code: 'sign_in_refused', why: 'refused' } as const

test('if a consent is revoked during a renewal, the renewed secret is not stored', async () => {
  const one = await connected()
  const { renewal, letGo } = await heldRenewal(one.id)
  await noteRevokedConsent(t.deps, await one.grant(), null)
  letGo()
  assert.ok('lost' in (await renewal))
  assert.deepEqual(await one.secret(), {})
  assert.equal((await one.seen()).status, 'needs_reconnect')
  // A new connection makes the grant valid again, with a different secret.
  assert.equal((await one.person.post('/v1/platforms/bluesky/connect', one.input)).status, 201)
  assert.ok('grant' in (await liveGrant(t.deps, one.id)))
})

test('if an account is disconnected during a renewal, the renewed secret is not stored, and the account stays disconnected', async () => {
  const one = await connected()
  const { renewal, letGo } = await heldRenewal(one.id)
  assert.equal((await one.person.delete(`/v1/connections/${one.wireId}`)).status, 200)
  letGo()
  assert.ok('lost' in (await renewal))
  await t.settle()
  assert.deepEqual(await one.secret(), {})
  assert.equal((await one.seen()).status, 'disconnected')
})

test('an account reconnected during a renewal keeps the new grant, and waiting callers get it', async () => {
  const one = await connected()
  const { renewal, letGo } = await heldRenewal(one.id)
  assert.equal((await one.person.post('/v1/platforms/bluesky/connect', one.input)).status, 201)
  const fresh = await one.secret()
  letGo()
  const live = await renewal
  assert.ok('grant' in live)
  assert.deepEqual(live.grant, fresh)
  assert.deepEqual(await one.secret(), fresh)
})

/** Returns an account whose grant the network rejected, and that works again once its grant is renewed. */
async function lost() {
  const one = await connected()
  const { version } = await one.grant()
  assert.ok(await needsReconnect(t.deps, one.id, refused, version))
  t.sandbox.faults.add({ network: 'bluesky', account: one.name, call: 'getSession', kind: 'expired_token', times: 1 })
  const checkHealth = () => one.person.get(`/v1/connections/${one.wireId}/health`)
  return { ...one, checkHealth }
}

test('an account disconnected while a health check renews its grant leaves no session at the network', async () => {
  const one = await lost()
  const given: JsonObject[] = []
  hooks.brings = (brought) => {
    given.push(brought.grant)
    return brought
  }
  hooks.held = async () => {
    assert.equal((await one.person.delete(`/v1/connections/${one.wireId}`)).status, 200)
  }
  assert.equal((await one.checkHealth()).body.status, 'disconnected')
  await t.settle()
  assert.deepEqual(await one.secret(), {})
  assert.equal(given.length, 1)
  const deadline = new Date(t.now().getTime() + minutes(1))
  const { signal } = new AbortController()
  const http = httpFor(t.deps, { network: 'bluesky', mode: 'sandbox', deadline, signal, fresh: true })
  await assert.rejects(real.auth.refresh!(http, given[0]!), CallFailed)
})

test('a brief database outage while a health check stores a renewed grant does not disconnect the account', async () => {
  const one = await lost()
  await sql`create sequence outage`.execute(t.db)
  await sql`create function fail_twice() returns trigger language plpgsql as $$ begin
    if new.version > old.version and nextval('outage') <= 2 then
      raise exception 'too many connections' using errcode = '53300';
    end if;
    return new;
  end $$`.execute(t.db)
  await sql`create trigger outage before update on network_grant for each row execute function fail_twice()`.execute(
    t.db,
  )
  try {
    const { status, body } = await one.checkHealth()
    assert.deepEqual([status, body?.status], [200, 'active'])
  } finally {
    await sql`drop function fail_twice cascade`.execute(t.db)
  }
})

test('a renewal that returns nothing, or only some values, overwrites no stored value', async () => {
  const one = await connected()
  const before = await one.secret()
  hooks.brings = (given) => ({ ...given, grant: Object.fromEntries(Object.keys(given.grant).map((key) => [key, ''])) })
  await assert.rejects(liveGrant(t.deps, one.id, { refreshIfOlderThan: 1 }), CallFailed)
  assert.deepEqual(await one.secret(), before)
  assert.equal((await one.seen()).status, 'active')

  const [kept = ''] = Object.keys(before).filter((key) => /refresh/i.test(key))
  assert.ok(kept, `there is something to renew with among ${Object.keys(before)}`)
  hooks.brings = (given) => ({ ...given, grant: { ...given.grant, [kept]: '' } })
  await liveGrant(t.deps, one.id, { refreshIfOlderThan: 1 })
  assert.equal((await one.secret())[kept], before[kept])
})

test('merging a renewed grant: new values replace old ones, empty values do not', () => {
  const old = { access: 'a', renew: 'r', pages: { one: 'p' } }
  assert.deepEqual(mergeRefreshedGrant(old, { access: 'b', renew: 's', pages: { two: 'q' } }), {
    access: 'b',
    renew: 's',
    pages: { two: 'q' },
  })
  assert.deepEqual(mergeRefreshedGrant(old, { access: 'b', renew: null, pages: {} }), { ...old, access: 'b' })
  assert.deepEqual(mergeRefreshedGrant(old, { access: 'b' }), { ...old, access: 'b' })
  assert.equal(mergeRefreshedGrant(old, { access: '', renew: null, pages: {} }), null)
})

test('temporary renewal failures do not disconnect the account, and held posts are published afterwards', async () => {
  const one = await connected()
  const scheduledAt = new Date(t.now().getTime() + minutes(3)).toISOString()
  const { body: post } = await one.person.post('/v1/posts', {
    profileId: one.profile.id,
    platforms: ['bluesky'],
    content: 'The lamp is lit',
    scheduledAt,
  })
  t.sandbox.faults.add({ network: 'bluesky', account: one.name, kind: 'expired_token', times: 1 })
  for (const kind of ['error_before', 'reset', 'rate_limit'] as const)
    t.sandbox.faults.add({ network: 'bluesky', account: one.name, call: 'refreshSession', kind, times: 1 })
  await t.advance(minutes(3) + 1_000)
  assert.equal((await one.seen()).status, 'active')
  for (let nth = 0; nth < 5; nth++) await t.advance(minutes(2))
  const target = (await one.person.get(`/v1/posts/${post.id}`)).body?.targets?.[0]
  assert.equal(target?.status, 'published', JSON.stringify(target))
  assert.equal((await one.seen()).status, 'active')
})

test('rejection of an older grant version does not disconnect the account', async () => {
  const one = await connected()
  assert.equal((await one.person.post('/v1/platforms/bluesky/connect', one.input)).status, 201)
  const { version } = await one.grant()
  assert.equal(await needsReconnect(t.deps, one.id, refused, version - 1), false)
  assert.equal((await one.seen()).status, 'active')
  assert.equal(await needsReconnect(t.deps, one.id, refused, version), true)
  assert.equal((await one.seen()).status, 'needs_reconnect')
})

test('a health check never disconnects an account, even if the network rejects a renewed token', async () => {
  const one = await connected()
  t.sandbox.faults.add({ network: 'bluesky', account: one.name, call: 'getSession', kind: 'expired_token', times: 2 })
  const { body } = await one.person.get(`/v1/platforms/accounts/${one.wireId}/health`)
  assert.equal(body.checks.at(-1).ok, false)
  assert.equal((await one.seen()).status, 'active')
  const next = await one.person.get(`/v1/platforms/accounts/${one.wireId}/health`)
  assert.equal(next.body.checks.at(-1).ok, true)
})
