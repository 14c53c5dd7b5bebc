import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CallFailed } from '#connectors/connector.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { type AccountId, fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { meetAt } from '#test/world/meet.ts'
import { revokeRetiredGrant } from './actions.ts'
import { liveGrant } from './live-grant.ts'
import { leaseMs, refreshGrant } from './refresh-grant.ts'
import { readGrantOfAccount, takeLease } from './store.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

let people = 0

/** Connects an account of a new user, and returns what the module below the API needs. */
async function connected() {
  people += 1
  const name = `user-${people}`
  const person = await t.as(`person${people}`)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const input = { profileId: profile.id, identifier: `${name}.sandbox`, appPassword: 'sand-boxx-pass-word' }
  const { body } = await person.post('/v1/platforms/bluesky/connect', input)
  const list = `/v1/platforms/accounts?profileId=${profile.id}`
  return {
    id: fromWire('acc', body.id)!,
    wireId: body.id as string,
    list,
    person,
    name,
    status: async (): Promise<string> => (await person.get(list)).body[0].status,
  }
}

const refreshes = (name: string) => t.sandbox.calls.list({ call: 'refreshSession', account: name }).calls.length

async function grantRow(id: AccountId) {
  const row = await readGrantOfAccount(t.db, id)
  assert.ok(row)
  return row
}

const good = (live: Awaited<ReturnType<typeof liveGrant>>) => {
  assert.ok('grant' in live, JSON.stringify(live))
  return live
}

test('a valid grant is returned unchanged', async () => {
  const { id, name } = await connected()
  assert.equal(good(await liveGrant(t.deps, id)).version, 1)
  assert.equal(refreshes(name), 0)
})

test('a grant that the network rejected is renewed once, regardless of how many calls were rejected', async () => {
  const { id, name } = await connected()
  const refused = () => liveGrant(t.deps, id, { refreshIfOlderThan: 1 })
  const all = await meetAt(t, 'network_grant', [refused, refused, refused])
  assert.deepEqual(
    all.map((live) => good(live).version),
    [2, 2, 2],
  )
  assert.equal(new Set(all.map((live) => JSON.stringify(good(live).grant))).size, 1)
  assert.equal(refreshes(name), 1)
  // A late caller with the old version gets the new one.
  assert.equal(good(await refused()).version, 2)
  assert.equal(refreshes(name), 1)
})

test('two processes never use one refresh token twice, over ten rounds', async () => {
  const { id, name } = await connected()
  await using beside = await startApp({ beside: t })
  for (let turn = 1; turn <= 10; turn++) {
    const options = { refreshIfOlderThan: turn }
    const calls = [t, beside, t, beside].map(
      ({ deps }) =>
        () =>
          liveGrant(deps, id, options),
    )
    for (const live of await Promise.all(calls.map((call) => call()))) assert.equal(good(live).version, turn + 1)
    assert.equal(refreshes(name), turn)
  }
})

test('a grant that expires within minutes is renewed before it is returned', async () => {
  const { id, name } = await connected()
  const { expiresAt } = await grantRow(id)
  await t.db
    .updateTable('networkGrant')
    .set({ expiresAt: new Date(t.now().getTime() + minutes(4)) })
    .where('networkGrant.expiresAt', '=', expiresAt)
    .execute()
  assert.equal(good(await liveGrant(t.deps, id)).version, 2)
  assert.equal(refreshes(name), 1)
})

test('a network that temporarily cannot renew a grant does not cause the account to be disconnected', async () => {
  const { id, name, status } = await connected()
  for (const kind of ['error_before', 'reset', 'rate_limit', 'truncate_after'] as const) {
    t.sandbox.faults.add({ network: 'bluesky', account: name, call: 'refreshSession', kind, times: 1 })
    await assert.rejects(
      liveGrant(t.deps, id, { refreshIfOlderThan: 1 }),
      kind === 'truncate_after' ? Error : CallFailed,
    )
    assert.equal(await status(), 'active', kind)
  }
  // The lease is released, so the next attempt need not wait for it.
  assert.equal(good(await liveGrant(t.deps, id, { refreshIfOlderThan: 1 })).version, 2)
})

test('a valid grant is used even if it could not be renewed early', async () => {
  const { id, name } = await connected()
  const ends = new Date(t.now().getTime() + minutes(3))
  const { id: grantId } = await grantRow(id)
  await t.db.updateTable('networkGrant').set({ expiresAt: ends }).where('networkGrant.id', '=', grantId).execute()
  t.sandbox.faults.add({ network: 'bluesky', account: name, call: 'refreshSession', kind: 'error_before', times: 1 })
  assert.equal(good(await liveGrant(t.deps, id)).version, 1)
})

test('a permanent renewal failure is reported to the user once', async () => {
  const { id, name, status } = await connected()
  t.sandbox.faults.add({ network: 'bluesky', account: name, kind: 'revoked_token' })
  const refused = () => liveGrant(t.deps, id, { refreshIfOlderThan: 1 })
  const all = await meetAt(t, 'network_grant', [refused, refused])
  for (const live of all)
    assert.ok('lost' in live && /Reconnect (?:it|the account|this account)/.test(live.lost), JSON.stringify(live))
  assert.equal(await status(), 'needs_reconnect')
  const events = await t.db
    .selectFrom('event')
    .select('event.data')
    .where('event.type', '=', 'account.needs_reconnect')
    .execute()
  assert.equal(events.filter(({ data }) => (data as { accountId: string }).accountId === id).length, 1)
  t.sandbox.faults.remove()
})

test('callers wait for a dead lease holder only until the lease expires', async () => {
  const { id, name } = await connected()
  const grant = await grantRow(id)
  assert.ok(await takeLease(t.db, grant, 'a process that is no more', leaseMs))
  const waiting = liveGrant(t.deps, id, { refreshIfOlderThan: 1 })
  await t.advance(leaseMs + 1)
  assert.equal(good(await waiting).version, 2)
  assert.equal(refreshes(name), 1)
})

test('a renewal that finishes after the account was reconnected changes nothing', async () => {
  const { id, name } = await connected()
  const grant = await grantRow(id)
  assert.ok(await takeLease(t.db, grant, 'slow', leaseMs))
  await t.db.updateTable('networkGrant').set({ version: 7 }).where('networkGrant.id', '=', grant.id).execute()
  const late = await refreshGrant(t.deps, grant, 'slow')
  assert.equal(late.is, 'overtaken')
  assert.equal(refreshes(name), 1)
  assert.equal((await grantRow(id)).version, 7)
})

test('a renewal that finishes after the account was disconnected changes nothing', async () => {
  const { id, name } = await connected()
  const grant = await grantRow(id)
  assert.ok(await takeLease(t.db, grant, 'slow', leaseMs))
  await t.db.updateTable('networkGrant').set({ status: 'revoked' }).where('networkGrant.id', '=', grant.id).execute()
  assert.equal((await refreshGrant(t.deps, grant, 'slow')).is, 'overtaken')
  const ended = () => t.sandbox.calls.list({ call: 'deleteSession', account: name }).calls.length
  assert.equal(ended(), 1, 'what came too late is ended at the network')
  await revokeRetiredGrant(t.deps, grant.id, new AbortController().signal)
  assert.equal(ended(), 2)
})

test('disconnecting during a renewal: the secret is deleted in either order', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, person, wireId } = await connected()
    await meetAt<unknown>(t, 'network_grant', [
      () => liveGrant(t.deps, id, { refreshIfOlderThan: 1 }),
      () => person.delete(`/v1/connections/${wireId}`),
    ])
    await t.settle()
    const { status, sealedGrant, id: grantId } = await grantRow(id)
    assert.equal(status, 'revoked')
    assert.equal(t.deps.seal.open(sealedGrant, `network_grant:${grantId}`).toString(), '{}')
  }
})

test('a network without renewal: one rejection disconnects the account, and a new token restores it', async () => {
  const person = await t.as('of-mastodon')
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const input = {
    profileId: profile.id,
    instanceUrl: `${t.sandbox.url}/mastodon`,
    accessToken: 'sandbox-token-user-900',
  }
  const { body: account } = await person.post('/v1/platforms/mastodon/connect', input)
  const id = fromWire('acc', account.id)!
  assert.equal(good(await liveGrant(t.deps, id)).version, 1)
  const lost = await liveGrant(t.deps, id, { refreshIfOlderThan: 1 })
  assert.ok('lost' in lost && /Reconnect (?:it|the account|this account)/.test(lost.lost))
  const [listed] = (await person.get(`/v1/platforms/accounts?profileId=${profile.id}`)).body
  assert.equal(listed.status, 'needs_reconnect')
  assert.equal((await person.post('/v1/platforms/mastodon/connect', input)).body.status, 'active')
  assert.equal(good(await liveGrant(t.deps, id, { refreshIfOlderThan: 1 })).version, 2)
})

test('a cron renews grants that expire within half an hour, so that publishing never waits for a renewal', async () => {
  const { id, name } = await connected()
  await t.advance(minutes(89))
  assert.equal(refreshes(name), 0)
  await t.advance(minutes(20))
  assert.equal(refreshes(name), 1)
  const { version, expiresAt } = await grantRow(id)
  assert.equal(version, 2)
  assert.ok(expiresAt && expiresAt.getTime() > t.now().getTime() + hours(1))
})

test('a grant that cannot be renewed works until it expires, and its expiry is announced in advance', async () => {
  const { id, wireId, list, name, person } = await connected()
  const ends = new Date(t.now().getTime() + minutes(20))
  await t.db
    .updateTable('networkGrant')
    .set({ renewable: false, expiresAt: ends })
    .where('networkGrant.id', '=', (await grantRow(id)).id)
    .execute()
  const [account] = (await person.get(list)).body
  const post = {
    profileId: account.profileId,
    content: 'tomorrow',
    platforms: [{ platform: 'bluesky', accountId: wireId }],
  }
  const scheduledAt = new Date(ends.getTime() + hours(24)).toISOString()
  const made = await person.post('/v1/posts', { ...post, scheduledAt })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal((await person.get(list)).body[0].forecast.failsAt, ends.toISOString())
  assert.equal(good(await liveGrant(t.deps, id)).version, 1)
  await t.advance(minutes(19))
  assert.equal(refreshes(name), 0)
  assert.equal(good(await liveGrant(t.deps, id)).version, 1)
  await t.advance(minutes(2))
  const lost = await liveGrant(t.deps, id)
  assert.ok('lost' in lost && /Access has expired/.test(lost.lost), JSON.stringify(lost))
  assert.equal((await grantRow(id)).accountStatus, 'needs_reconnect')
})
