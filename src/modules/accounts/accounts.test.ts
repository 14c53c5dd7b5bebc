import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { setPlan } from '#modules/identity/index.ts'
import { platformFields, platformIdOf } from '#rules/network-names.ts'
import { loadConfig, type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { settleModes } from './actions/settle-modes.ts'
import { liveGrant } from './grants/live-grant.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const appPassword = 'sand-boxx-pass-word'
let people = 0

async function someone(): Promise<{ person: Person; profileId: string; identifier: string }> {
  people += 1
  const person = await t.as(`person${people}`)
  const { body } = await person.post('/v1/profiles', { name: 'Harbour' })
  return { person, profileId: body.id, identifier: `user-${people}.sandbox` }
}

const connect = (person: Person, profileId: string, identifier: string, more: object = {}) =>
  person.post('/v1/platforms/bluesky/connect', { profileId, identifier, appPassword, ...more })

const eventsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/v1/auth/me/audit-log?limit=200')).body.entries.map((entry: { action: string }) => entry.action)

test('201: an account is connected, listed, and becomes the default of its platform', async () => {
  const { person, profileId, identifier } = await someone()
  const answer = await connect(person, profileId, identifier)
  assert.equal(answer.status, 201, answer.text)
  const account = answer.body
  assert.deepEqual(
    { ...account, id: null, accountId: null, expiresAt: null, avatar: null },
    {
      id: null,
      accountId: null,
      profileId,
      ...platformFields('bluesky'),
      mode: 'sandbox',
      handle: identifier,
      displayName: `User ${people}`,
      avatar: null,
      avatarUrl: null,
      status: 'active',
      statusReason: null,
      statusReasonCode: null,
      scopes: ['com.atproto.appPass'],
      warnings: [],
      isDefault: true,
      settings: {},
      expiresAt: null,
      page: null,
      forecast: null,
      createdAt: t.now().toISOString(),
      lastCheckedAt: t.now().toISOString(),
    },
  )
  assert.equal(account.accountId, account.id)
  assert.equal(account.expiresAt, new Date(t.now().getTime() + hours(2)).toISOString())
  const listed = await person.get(`/v1/platforms/accounts?profileId=${profileId}`)
  assert.deepEqual(listed.body, [account])
  assert.deepEqual((await person.get('/v1/platforms/accounts/all')).body, [account])
  assert.ok((await eventsOf(person)).includes('account.connected'))
  const usage = await person.get('/v1/auth/usage')
  assert.equal(usage.body.limits.find(({ name }: { name: string }) => name === 'accountsPerProfile').used, 1)
})

test('201: a Mastodon account is connected by its server and an access token', async () => {
  const { person, profileId } = await someone()
  const input = { profileId, instanceUrl: `${t.sandbox.url}/mastodon`, accessToken: `sandbox-token-user-${people}` }
  const answer = await person.post('/v1/platforms/mastodon/connect', input)
  assert.equal(answer.status, 201, answer.text)
  const { platform, mode, status, isDefault, expiresAt, scopes } = answer.body
  assert.deepEqual([platform, mode, status, isDefault, expiresAt], ['mastodon', 'sandbox', 'active', true, null])
  assert.ok(scopes.length > 0)
  const again = await person.post('/v1/platforms/mastodon/connect', {
    ...input,
    instanceUrl: input.instanceUrl.slice(7),
  })
  assert.deepEqual([again.status, again.body.id, again.body.mode], [201, answer.body.id, 'sandbox'], again.text)
  const wrong = await person.post('/v1/platforms/mastodon/connect', { ...input, accessToken: 'planted-token' })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'network_refused_credentials'], wrong.text)
  assert.ok(!wrong.text.includes('planted'))
  const noServer = { ...input, instanceUrl: `${t.sandbox.url}/bluesky` }
  assert.equal((await person.post('/v1/platforms/mastodon/connect', noServer)).body.code, 'network_address_unusable')
})

test('connecting an account again returns the same account with a new grant, on the same profile or another of its owner’s profiles', async () => {
  const { person, profileId, identifier } = await someone()
  const { body: first } = await connect(person, profileId, identifier)
  const again = await connect(person, profileId, identifier)
  assert.equal(again.status, 201)
  assert.equal(again.body.id, first.id)
  const { body: second } = await person.post('/v1/profiles', { name: 'Second' })
  const elsewhere = await connect(person, second.id, identifier)
  assert.equal(elsewhere.status, 201)
  assert.notEqual(elsewhere.body.id, first.id)
  const lanes = await t.db
    .selectFrom('remoteAccount')
    .selectAll()
    .innerJoin('account', 'account.remoteAccountId', 'remoteAccount.id')
    .where('account.handle', '=', identifier)
    .select(['remoteAccount.id as lane', 'account.grantId'])
    .execute()
  assert.equal(lanes.length, 2)
  assert.equal(new Set(lanes.map(({ lane, grantId }) => `${lane} ${grantId}`)).size, 1)
})

test('409 account_in_use: an account that another user has connected cannot be connected until they disconnect it', async () => {
  const { person, profileId, identifier } = await someone()
  const other = await someone()
  const { body: account } = await connect(person, profileId, identifier)
  const refused = await connect(other.person, other.profileId, identifier)
  assert.deepEqual([refused.status, refused.body.code], [409, 'account_in_use'])
  await person.delete(`/v1/connections/${account.id}`)
  assert.equal((await connect(other.person, other.profileId, identifier)).status, 201)
})

test('if two users connect one account at the same time, one succeeds and the other is refused', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await someone(), await someone()]
    const answers = await Promise.all([
      connect(one.person, one.profileId, one.identifier),
      connect(two.person, two.profileId, one.identifier),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  }
})

test('400 network_refused_credentials: a wrong app password is rejected, and the response does not repeat it', async () => {
  const { person, profileId, identifier } = await someone()
  const wrong = 'planted-wrong-pass'
  const answer = await connect(person, profileId, identifier, { appPassword: wrong })
  assert.deepEqual([answer.status, answer.body.code], [400, 'network_refused_credentials'])
  assert.ok(!answer.text.includes(wrong))
  assert.deepEqual((await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body, [])
})

test('503 network_unavailable: a failing or rate-limiting network is reported with a retry time', async () => {
  const { person, profileId, identifier } = await someone()
  const account = identifier.replace('.sandbox', '')
  t.sandbox.faults.add({ network: 'bluesky', account, call: 'createSession', kind: 'error_before', times: 1 })
  const failed = await connect(person, profileId, identifier)
  assert.deepEqual([failed.status, failed.body.code], [503, 'network_unavailable'])
  t.sandbox.faults.add({
    network: 'bluesky',
    account,
    call: 'createSession',
    kind: 'rate_limit',
    times: 1,
    retryAfterMs: 60_000,
  })
  const limited = await connect(person, profileId, identifier)
  assert.deepEqual([limited.status, limited.body.code], [503, 'network_unavailable'])
  assert.ok(limited.body.retryAfterMs > 50_000, limited.text)
  assert.equal((await connect(person, profileId, identifier)).status, 201)
})

test('400 network_address_unusable: a server with a private address or without https is not called', async () => {
  const { person, profileId } = await someone()
  const before = t.sandbox.calls.list({}).calls.length
  for (const pdsUrl of [
    'https://127.0.0.1',
    'http://example.com',
    `${t.sandbox.url}/control`,
    'https://10.0.0.1:8443/x',
  ]) {
    const answer = await connect(person, profileId, 'somebody.example', { pdsUrl })
    assert.deepEqual([answer.status, answer.body.code], [400, 'network_address_unusable'], `${pdsUrl}: ${answer.text}`)
  }
  assert.equal(t.sandbox.calls.list({}).calls.length, before)
})

test('the sandbox’s own URL can be used as a server', async () => {
  const { person, profileId, identifier } = await someone()
  const answer = await connect(person, profileId, identifier, { pdsUrl: `${t.sandbox.url}/bluesky/` })
  assert.deepEqual([answer.status, answer.body.mode], [201, 'sandbox'], answer.text)
})

test('admins connect and disconnect accounts, viewers list them, strangers do neither', async () => {
  const { person: owner, profileId, identifier } = await someone()
  const { person: viewer } = await someone()
  const { body: invite } = await owner.post(`/v1/profiles/${profileId}/invites`, { role: 'viewer' })
  assert.equal((await viewer.post('/v1/profiles/invites/accept', { token: invite.inviteToken })).status, 200)
  const refused = await connect(viewer, profileId, identifier)
  assert.deepEqual([refused.status, refused.body.code], [403, 'profile_role_required'])
  const { body: account } = await connect(owner, profileId, identifier)
  const path = `/v1/platforms/accounts/${account.id}`
  assert.equal((await viewer.get(`/v1/platforms/accounts?profileId=${profileId}`)).body.length, 1)
  assert.equal((await viewer.get(`${path}/health`)).status, 200)
  assert.equal((await viewer.delete(`${path}?action=keep`)).body.code, 'profile_role_required')
  assert.equal((await viewer.patch(path, { isDefault: true })).body.code, 'profile_role_required')
  const { person: stranger } = await someone()
  assert.equal((await stranger.get(`${path}/health`)).body.code, 'profile_forbidden')
  assert.equal((await stranger.get(`/v1/platforms/accounts?profileId=${profileId}`)).status, 403)
})

test('409 plan_limit_reached: two requests cannot take the last slot, and a connected account needs no new slot', async () => {
  const { person, profileId, identifier } = await someone()
  await setPlan(t.deps, person.email, 'free')
  const more = [await someone(), await someone(), await someone()].map((one) => one.identifier)
  assert.equal((await connect(person, profileId, identifier)).status, 201)
  assert.equal((await connect(person, profileId, more[0] ?? '')).status, 201)
  const answers = await Promise.all(more.slice(1).map((handle) => connect(person, profileId, handle)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'plan_limit_reached')
  assert.equal((await connect(person, profileId, identifier)).status, 201)
})

test('disconnecting removes an account from lists and ends its session at the network; connecting restores it', async () => {
  const { person, profileId, identifier } = await someone()
  const { body: account } = await connect(person, profileId, identifier)
  const gone = await person.delete(`/v1/platforms/accounts/${account.id}?action=keep`)
  assert.deepEqual(gone.body, { ok: true, success: true, affected: 0 })
  assert.deepEqual((await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body, [])
  const [shown] = (await person.get(`/v1/platforms/accounts?profileId=${profileId}&include=disconnected`)).body
  assert.deepEqual([shown.id, shown.status], [account.id, 'disconnected'])
  await t.settle()
  const ended = t.sandbox.calls.list({ network: 'bluesky', call: 'deleteSession' }).calls
  assert.ok(ended.some((call) => call.account === identifier.replace('.sandbox', '')))
  const { grantId } = await t.db
    .selectFrom('account')
    .select('account.grantId')
    .where('account.handle', '=', identifier)
    .executeTakeFirstOrThrow()
  const { sealedGrant } = await t.db
    .selectFrom('networkGrant')
    .select('networkGrant.sealedGrant')
    .where('networkGrant.id', '=', grantId)
    .executeTakeFirstOrThrow()
  assert.equal(t.deps.seal.open(sealedGrant, `network_grant:${grantId}`).toString(), '{}')

  assert.equal((await person.delete(`/v1/platforms/accounts/${account.id}?action=keep`)).body.affected, 0)
  const back = await connect(person, profileId, identifier)
  assert.deepEqual([back.status, back.body.id, back.body.status], [201, account.id, 'active'])
  const actions = await eventsOf(person)
  assert.equal(actions.filter((action) => action === 'account.connected').length, 2)
  assert.equal(actions.filter((action) => action === 'account.disconnected').length, 1)
  assert.equal((await person.delete(`/v1/platforms/accounts/${account.id}?action=burn`)).status, 400)
})

test('the default passes to the oldest remaining account, and can be set', async () => {
  const { person, profileId, identifier } = await someone()
  const [b, c] = [await someone(), await someone()]
  const ids = []
  for (const handle of [identifier, b.identifier, c.identifier])
    ids.push((await connect(person, profileId, handle)).body.id)
  const defaults = async () =>
    (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body
      .filter((account: { isDefault: boolean }) => account.isDefault)
      .map((account: { id: string }) => account.id)
  assert.deepEqual(await defaults(), [ids[0]])
  const changed = await person.patch(`/v1/platforms/accounts/${ids[2]}`, { isDefault: true })
  assert.deepEqual([changed.status, changed.body.isDefault], [200, true])
  assert.deepEqual(await defaults(), [ids[2]])
  await person.delete(`/v1/connections/${ids[2]}`)
  assert.deepEqual(await defaults(), [ids[0]])
  const late = await person.patch(`/v1/platforms/accounts/${ids[2]}`, { isDefault: true })
  assert.deepEqual([late.status, late.body.code], [409, 'account_not_connected'])
  assert.equal((await person.patch(`/v1/platforms/accounts/${ids[0]}`, { isDefault: false })).status, 400)
})

test('a profile in the trash has no connected accounts', async () => {
  const { person, profileId, identifier } = await someone()
  await connect(person, profileId, identifier)
  await person.delete(`/v1/profiles/${profileId}`)
  await t.settle()
  await person.post(`/v1/profiles/${profileId}/restore`)
  const [account] = (await person.get(`/v1/platforms/accounts?profileId=${profileId}&include=disconnected`)).body
  assert.equal(account.status, 'disconnected')
})

test('a health check calls the network, renews an expired grant, and explains problems in sentences', async () => {
  const { person, profileId, identifier } = await someone()
  const name = identifier.replace('.sandbox', '')
  const { body: account } = await connect(person, profileId, identifier)
  const health = async () => (await person.get(`/v1/platforms/accounts/${account.id}/health`)).body
  const well = await health()
  assert.deepEqual(
    well.checks.map(({ name: check, ok }: { name: string; ok: boolean }) => [check, ok]),
    [
      ['connected', true],
      ['grant', true],
      ['account', true],
    ],
  )
  t.sandbox.faults.add({ network: 'bluesky', account: name, call: 'getSession', kind: 'expired_token', times: 1 })
  assert.equal((await health()).checks.at(-1).ok, true)
  t.sandbox.faults.add({ network: 'bluesky', account: name, call: 'getSession', kind: 'error_before', times: 1 })
  await t.advance(minutes(1))
  const away = await health()
  assert.deepEqual([away.status, away.checks.at(-1).ok], ['active', false])
  const [seen] = (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body
  assert.equal(seen.lastCheckedAt, t.now().toISOString())
  t.sandbox.faults.add({ network: 'bluesky', account: name, kind: 'revoked_token' })
  const lost = await health()
  assert.equal(lost.status, 'needs_reconnect')
  assert.match(lost.checks.at(-1).detail, /Reconnect (?:it|the account|this account)/)
  const [listed] = (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body
  assert.match(listed.statusReason, /Reconnect (?:it|the account|this account)/)
  assert.equal(listed.statusReasonCode, 'grant_expired')
  assert.deepEqual((await person.get(`/v1/platforms/accounts/${account.id}/affected-posts`)).body, {
    total: 0,
    posts: [],
  })
})

test('without the sandbox, its accounts wait for a reconnect; with it, they work as before', async () => {
  const { person, profileId, identifier } = await someone()
  const { body: account } = await connect(person, profileId, identifier)
  const { networks } = t.config
  const statusNow = async () => (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body[0]
  const without = { ...t.config, networks: loadConfig({ SANDBOX: 'off' }).networks }
  await settleModes({ ...t.deps, config: without })
  assert.equal((await statusNow()).status, 'needs_reconnect')
  assert.match((await statusNow()).statusReason, /sandbox/)
  assert.equal((await statusNow()).statusReasonCode, 'sandbox_off')
  const lost = await liveGrant({ ...t.deps, config: without }, fromWire('acc', account.id)!)
  assert.ok('lost' in lost && /sandbox/.test(lost.lost))
  assert.equal((await connect(person, profileId, identifier)).status, 201)

  await settleModes({ ...t.deps, config: without })
  await settleModes({ ...t.deps, config: { ...t.config, networks } })
  assert.deepEqual([(await statusNow()).status, (await statusNow()).statusReasonCode], ['active', null])
})

test('deleting a user deletes their accounts and grants', async () => {
  const { person, profileId, identifier } = await someone()
  await connect(person, profileId, identifier)
  assert.equal((await person.delete('/v1/auth/me')).status, 200)
  const left = await t.db.selectFrom('account').select('account.id').where('account.handle', '=', identifier).execute()
  assert.deepEqual(left, [])
  const other = await someone()
  assert.equal((await connect(other.person, other.profileId, identifier)).status, 201)
})

test('lists providers with their limits and JSON Schemas for forms', async () => {
  const { person } = await someone()
  const { body } = await person.post('/v1/api-keys', { name: 'k', scopes: ['connections:read'] })
  const { providers } = (await t.withToken(body.key).get('/v1/connections/providers')).body
  const bluesky = providers.find(({ network }: { network: string }) => network === 'bluesky')
  assert.ok(providers.some(({ platform }: { platform: string }) => platform === 'mastodon'))
  assert.deepEqual([bluesky.platform, bluesky.name, bluesky.mode], [platformIdOf('bluesky'), 'Bluesky', 'sandbox'])
  assert.deepEqual(bluesky.aliases, ['bluesky'])
  assert.ok(bluesky.capabilities.includes('threads'))
  assert.equal(bluesky.connect.path, `/v1/platforms/${platformIdOf('bluesky')}/connect`)
  assert.ok('appPassword' in bluesky.connect.fields.properties)
  assert.ok(bluesky.limits.text.length > 0)
})
