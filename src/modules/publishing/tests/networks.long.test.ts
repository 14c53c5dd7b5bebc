import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Outgoing } from '#connectors/connector.ts'
import { inTx } from '#infra/db/client.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { type AccountId, fromWire, newId, toWire } from '#kernel/ids.ts'
import { readAccountsByIds } from '#modules/accounts/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { enqueue, rowsOf } from '../index.ts'

/**
 * The engine with the real connectors and accounts, against the sandbox: the same guarantees as with the tiny network.
 */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

/** Signs in again each time, since a session lasts a quarter of an hour, and time is moved. */
async function root(): Promise<Client> {
  const { email, password } = await t.as('root')
  return t.withToken((await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)
}

const instanceUrl = () => `${t.sandbox.url}/mastodon`
const networks = {
  bluesky: async (profileId: string, login: string) =>
    (await root()).post('/v1/platforms/bluesky/connect', {
      profileId,
      identifier: `${login}.sandbox`,
      appPassword: 'sand-boxx-pass-word',
    }),
  mastodon: async (profileId: string, login: string) =>
    (await root()).post('/v1/platforms/mastodon/connect', {
      profileId,
      instanceUrl: instanceUrl(),
      accessToken: `sandbox-token-${login}`,
    }),
  x: async (profileId: string, login: string) => connectHeadless(t, await root(), 'x', profileId, { login }),
  // If only one page is selected, there is nothing to choose.
  facebook: async (profileId: string, login: string) =>
    connectHeadless(t, await root(), 'facebook', profileId, { login, pages: [`${login}-bakery`] }),
  // A member without an organization, whose posts LinkedIn does not show to any app.
  linkedin: async (profileId: string, login: string) =>
    connectHeadless(t, await root(), 'linkedin', profileId, { login, scopes: ['r_basicprofile', 'w_member_social'] }),
} as const

const showingCall = {
  bluesky: 'putRecord',
  mastodon: 'createStatus',
  x: 'createPost',
  facebook: 'createPost',
  linkedin: 'createPost',
} as const
const connected = { bluesky: 201, mastodon: 201, x: 200, facebook: 200, linkedin: 200 } as const

type Network = keyof typeof networks

async function accountOn(network: Network, login: string): Promise<AccountId> {
  const profile = await (await root()).post('/v1/profiles', { name: login })
  const answer = await networks[network](profile.body.id, login)
  assert.equal(answer.status, connected[network], answer.text)
  return fromWire('acc', answer.body.accountId)!
}

async function submit(accountId: AccountId, ...texts: readonly string[]): Promise<string> {
  const account = (await readAccountsByIds(t.db, [accountId])).get(accountId)!
  const { ownerUid, remoteAccountId, network, remoteId, handle, facts } = account
  const snapshot: Outgoing = {
    format: texts.length > 1 ? 'thread' : 'post',
    parts: texts.map((text) => ({ text, media: [] })),
    title: null,
    link: null,
    language: 'en',
    firstComment: null,
    settings: {},
    account: { remoteId, handle, facts },
  }
  const targetId = newId(t.now())
  const target = { targetId, ownerUid, accountId, remoteAccountId, network, snapshot, dueAt: t.now(), latestAt: null }
  await inTx(t.db, (tx) => enqueue(t.deps, tx, [target]))
  return targetId
}

const rowOf = async (targetId: string) => (await rowsOf(t.db, [targetId]))[0]!
const textsOf = (network: Network) => t.sandbox.ledger.entries({ network }).map((entry) => entry.text)

for (const network of Object.keys(networks) as Network[]) {
  // Facebook and LinkedIn have no threads.
  if (network !== 'facebook' && network !== 'linkedin')
    test(`${network}: a post and a thread are published, each part once and in reply to the previous one`, async () => {
      const account = await accountOn(network, 'alice')
      const post = await submit(account, `${network} alone`)
      const thread = await submit(account, `${network} one`, `${network} two`, `${network} three`)
      await t.settle()
      // Some networks need a pause between two parts.
      for (let parts = 1; parts < 3; parts++) await t.advance(seconds(5))
      assert.equal((await rowOf(post)).error, null)
      assert.equal((await rowOf(post)).status, 'published')
      const row = await rowOf(thread)
      assert.deepEqual([row.status, row.parts], ['published', { shown: 3, total: 3 }])
      assert.deepEqual(textsOf(network), [
        `${network} alone`,
        ...['one', 'two', 'three'].map((no) => `${network} ${no}`),
      ])
      const entries = t.sandbox.ledger.entries({ network })
      assert.deepEqual(
        entries.slice(2).map((entry) => entry.replyTo),
        entries.slice(1, 3).map((entry) => entry.id),
      )
      assert.equal(row.remoteId, entries[1]!.id)
      assert.match(row.url ?? '', /^https?:/)
    })

  for (const [no, kind] of (
    ['error_after', 'drop_after', 'truncate_after', 'error_before', 'reset'] as const
  ).entries()) {
    test(`${network}: with ${kind}, a post is published exactly once, and its row says so`, async () => {
      const account = await accountOn(network, `user-${no + 10}`)
      const text = `${network} with ${kind}`
      t.sandbox.faults.add({
        network,
        call: showingCall[network],
        kind,
        times: 1,
      })
      const target = await submit(account, text)
      await t.settle()
      for (let waited = 0; waited < 6; waited++) await t.advance(seconds(30))
      const row = await rowOf(target)
      assert.deepEqual([row.status, row.error], ['published', null])
      assert.equal(textsOf(network).filter((one) => one === text).length, 1)
      assert.equal(t.sandbox.faults.list().length, 0, 'the fault occurred')
    })
  }

  test(`${network}: a limit parks the account without counting as an attempt, and then the post is published`, async () => {
    const account = await accountOn(network, 'user-3')
    t.sandbox.faults.add({
      network,
      call: showingCall[network],
      kind: 'rate_limit',
      times: 1,
      retryAfterMs: minutes(5),
    })
    const target = await submit(account, `${network} limited`)
    await t.settle()
    assert.equal((await rowOf(target)).status, 'queued')
    assert.equal((await rowOf(target)).attempts, 0)
    // LinkedIn never specifies an end; its limits are daily.
    await t.advance(network === 'linkedin' ? hours(24) : minutes(6))
    assert.equal((await rowOf(target)).status, 'published')
  })

  test(`${network}: revoked access holds the post until the account is reconnected`, async () => {
    const account = await accountOn(network, 'user-4')
    t.sandbox.faults.add({ network, kind: 'revoked_token', times: 20 })
    const target = await submit(account, `${network} revoked`)
    await t.settle()
    const row = await rowOf(target)
    assert.deepEqual([row.status, row.heldWhy], ['held', 'needs_reconnect'])
    for (const { id } of t.sandbox.faults.list()) t.sandbox.faults.remove(id)
    const { profileId } = (await readAccountsByIds(t.db, [account])).get(account)!
    assert.equal((await networks[network](toWire('prof', profileId), 'user-4')).status, connected[network])
    await t.settle()
    assert.equal((await rowOf(target)).status, 'published')
  })
}

test('x: a duplicate text is rejected with a reason, and no earlier post is mistaken for it', async () => {
  const account = await accountOn('x', 'user-20')
  const first = await submit(account, 'x twice')
  await t.settle()
  const second = await submit(account, 'x twice')
  await t.settle()
  assert.equal((await rowOf(first)).status, 'published')
  const row = await rowOf(second)
  assert.deepEqual([row.status, row.errorCode], ['failed', 'duplicate_text'])
  assert.match(row.error ?? '', /Edit the text/)
})

test('x: a post that X shows late is found later, and is not sent again', async () => {
  const account = await accountOn('x', 'user-21')
  const settings = t.sandbox.network('x').settings
  assert.equal(settings?.change({ timelineLagMs: 50_000 }), null)
  t.sandbox.faults.add({ network: 'x', call: 'createPost', kind: 'drop_after', times: 1 })
  const target = await submit(account, 'x late')
  await t.settle()
  assert.notEqual((await rowOf(target)).status, 'published')
  for (let waited = 0; waited < 6; waited++) await t.advance(seconds(30))
  assert.equal((await rowOf(target)).status, 'published')
  assert.equal(textsOf('x').filter((one) => one === 'x late').length, 1)
  assert.equal(settings?.change({ timelineLagMs: 0 }), null)
})

test('x: a user must decide about a post that X calls a duplicate and never shows, and it is not sent again', async () => {
  const account = await accountOn('x', 'user-22')
  const settings = t.sandbox.network('x').settings
  assert.equal(settings?.change({ timelineLagMs: minutes(60) }), null)
  t.sandbox.faults.add({ network: 'x', call: 'createPost', kind: 'drop_after', times: 1 })
  const target = await submit(account, 'x hidden')
  await t.settle()
  for (let waited = 0; waited < 12; waited++) await t.advance(seconds(30))
  assert.equal((await rowOf(target)).status, 'unknown')
  assert.equal(textsOf('x').filter((one) => one === 'x hidden').length, 1)
  assert.equal(settings?.change({ timelineLagMs: 0 }), null)
})

test('facebook: a post that Facebook lists late is found later, and is not sent again', async () => {
  const account = await accountOn('facebook', 'user-21')
  const settings = t.sandbox.network('facebook').settings
  // Facebook's own rejection of duplicates is turned off.
  assert.equal(settings?.change({ listing_lag_ms: 50_000, duplicate_ms: 0 }), null)
  t.sandbox.faults.add({ network: 'facebook', call: 'createPost', kind: 'drop_after', times: 1 })
  const target = await submit(account, 'facebook late')
  await t.settle()
  assert.notEqual((await rowOf(target)).status, 'published')
  for (let waited = 0; waited < 6; waited++) await t.advance(seconds(30))
  assert.equal((await rowOf(target)).status, 'published')
  assert.equal(textsOf('facebook').filter((one) => one === 'facebook late').length, 1)
  assert.equal(settings?.change({ listing_lag_ms: 0, duplicate_ms: 60_000 }), null)
})

test('facebook: a duplicate text waits until Facebook accepts it, and the first post is not mistaken for it', async () => {
  const account = await accountOn('facebook', 'user-22')
  const first = await submit(account, 'facebook twice')
  await t.settle()
  const second = await submit(account, 'facebook twice')
  await t.settle()
  assert.equal((await rowOf(first)).status, 'published')
  for (let waited = 0; waited < 8; waited++) await t.advance(seconds(30))
  const row = await rowOf(second)
  assert.deepEqual([row.status, row.error], ['published', null])
  assert.notEqual(row.remoteId, (await rowOf(first)).remoteId)
  assert.equal(textsOf('facebook').filter((one) => one === 'facebook twice').length, 2)
})
