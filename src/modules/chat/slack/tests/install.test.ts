import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'
import { followInstall, openSlack, type SlackStage, withAccount } from '#test/world/chats/slack.ts'
import { nameCookie } from '../actions/install.ts'
import { isEnd, SlackRefusal } from '../client.ts'

let t: TestApp
let slack: SlackStage
before(async () => {
  t = await startApp({ sandbox: true })
  slack = openSlack(t)
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const statusOf = async (name: string) => (await (await t.as(name)).get('/v1/agent/chat-b/status')).body
const countWaiting = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like '%slack_workspace%'`.execute(t.db)
  return rows.length
}
const sealedTokens = async () => await t.db.selectFrom('slackWorkspace').select('slackWorkspace.sealedToken').execute()

test('an installation links the consenting person, and the token is stored sealed', async () => {
  const ada = await t.as('ada')
  assert.deepEqual(await statusOf('ada'), { connected: false })
  const { status, text } = await slack.install(ada)
  assert.equal(status, 200)
  assert.match(text, /Posthorn is in <strong>Harbour<\/strong>/)
  const { installedAtMs, ...shown } = await statusOf('ada')
  assert.equal(installedAtMs, t.now().getTime())
  assert.deepEqual(shown, {
    connected: true,
    teamId: 'T0P0000001',
    teamName: 'Harbour',
    botUserId: 'U0B0000001',
    installerProfile: { uid: ada.uid, name: 'ada' },
  })
  const [row] = await sealedTokens()
  assert.doesNotMatch(row!.sealedToken.toString('latin1'), /xoxb/)
  await slack.does('alice', 'command', '/posthorn help')
  assert.match(slack.received('alice').at(-1) ?? '', /\/posthorn new/)
})

test('a state works once, and only in the browser that started the installation', async () => {
  const eve = await t.as('eve')
  const begin = async () => (await eve.get('/v1/agent/chat-b/install')).body.authUrl as string
  const first = await begin()
  const { location = '' } = await followInstall(t, first, 'user-1', { cookie: false })
  const refused = /expired or was started in another browser/
  assert.match((await followInstall(t, first, 'user-1')).text, refused, 'its URL opens once')
  const again = await fetch(location.replace(t.config.publicUrl, t.url))
  assert.match(await again.text(), refused, 'a browser without the cookie')
  const second = await followInstall(t, await begin(), 'user-1', { cookie: false })
  const back = new URL((second.location ?? '').replace(t.config.publicUrl, t.url))
  const stolen = await fetch(back, {
    headers: { cookie: `${nameCookie(back.searchParams.get('state') ?? '')}=another` },
  })
  assert.match(await stolen.text(), refused, 'a browser with another cookie')
  assert.match((await followInstall(t, await begin(), 'user-1', { approve: '0' })).text, /You declined access/)
  assert.deepEqual(await statusOf('eve'), { connected: false })
})

test('an installation for an entire organization is refused with a message', async () => {
  const { settings } = t.sandbox.network('slack')
  settings.change({ enterprise: true })
  const { text } = await slack.install(await t.as('olga'), 'user-2')
  settings.change({ enterprise: false })
  assert.match(text, /whole organization, which Posthorn doesn’t support/)
  assert.deepEqual(await statusOf('olga'), { connected: false })
})

test('an installation of an app that rotates its tokens is refused, names the setting, and leaves no valid token', async () => {
  const { settings } = t.sandbox.network('slack')
  settings.change({ rotates: true })
  const { text } = await slack.install(await t.as('ruth'), 'user-2')
  settings.change({ rotates: false })
  assert.match(text, /token_rotation_enabled/)
  assert.deepEqual(await statusOf('ruth'), { connected: false })
  assert.equal(t.sandbox.calls.list({ network: 'slack' }).calls.at(-1)?.call, 'auth.revoke')
})

test('an expired token removes a workspace, like a revoked one', () => {
  for (const code of ['token_expired', 'token_revoked']) assert.equal(isEnd(new SlackRefusal(code)), true, code)
  assert.equal(isEnd(new SlackRefusal('ratelimited')), false)
})

test('an unlinked person is only shown how to link; a code can be used once', async () => {
  await slack.does('bob', 'say', 'Let me in')
  await slack.does('bob', 'command', '/posthorn queue')
  await slack.does('bob', 'shortcut')
  const messages = slack.received('bob')
  assert.equal(messages.length, 2)
  assert.ok(
    messages.every((text) => /Link your account to use Posthorn in Harbour.*\/posthorn link CODE/.test(text)),
    messages.join('\n'),
  )
  const { person: bob } = await withAccount(t, 'bert', 'bob')
  const { body } = await bob.post('/v1/agent/chat-b/link-code', {})
  await slack.does('bob', 'command', '/posthorn link AAAAAAAAAA')
  assert.match(slack.received('bob').at(-1) ?? '', /That code didn’t work/)
  await slack.does('bob', 'command', body.command.toLowerCase())
  assert.match(slack.received('bob').at(-1) ?? '', /You’re linked/)
  assert.equal((await statusOf('bert')).teamName, 'Harbour')
  await slack.does('carla', 'command', body.command)
  assert.match(slack.received('carla').at(-1) ?? '', /That code didn’t work/)
})

test('a person who unlinks keeps the app installed, unless they installed it', async () => {
  const [ada, bert] = [await t.as('ada'), await t.as('bert')]
  assert.deepEqual((await bert.delete('/v1/agent/chat-b')).body, { ok: true })
  assert.deepEqual(await statusOf('bert'), { connected: false })
  assert.equal((await bert.delete('/v1/agent/chat-b')).body.code, 'chat_not_connected')
  assert.equal((await statusOf('ada')).connected, true)
  assert.equal((await ada.delete('/v1/agent/chat-b')).status, 200)
  assert.deepEqual(await statusOf('ada'), { connected: false })
  await t.settle()
  assert.equal((t.sandbox.network('slack').state() as { installed: number }).installed, 0)
})

test('a previous installer who unlinks during a reinstallation by another person keeps the app installed', async () => {
  const [ada, bert] = [await t.as('ada'), await t.as('bert')]
  await slack.install(ada)
  const leaving = await inTx(t.db, async (tx) => {
    await sql`update slack_workspace set installer_uid = ${fromWire('usr', bert.uid)}`.execute(tx)
    const left = ada.delete('/v1/agent/chat-b')
    await until('the request waits for the workspace', async () => (await countWaiting()) === 1)
    return { left }
  })
  assert.equal((await leaving.left).status, 200)
  assert.equal((await sealedTokens()).length, 1)
  assert.deepEqual(await statusOf('ada'), { connected: false })
  await t.db.deleteFrom('slackWorkspace').execute()
})

test('a removal in Slack is cleaned up in either event order, and a late removal does not affect a new installation', async () => {
  const ada = await t.as('ada')
  for (const reason of ['', 'tokens first']) {
    await slack.install(ada)
    await slack.act('alice', 'uninstall', { reason })
    await t.settle()
    assert.deepEqual(await statusOf('ada'), { connected: false })
    assert.deepEqual(await sealedTokens(), [])
  }
  await slack.install(ada)
  await slack.does('alice', 'send_event', { type: 'app_uninstalled' })
  assert.equal((await statusOf('ada')).connected, true)
})

test('a state and a code expire after ten minutes', async () => {
  const eve = await t.as('eve')
  const { authUrl } = (await eve.get('/v1/agent/chat-b/install')).body
  const { command } = (await eve.post('/v1/agent/chat-b/link-code', {})).body
  await t.advance(601_000)
  assert.match((await followInstall(t, authUrl, 'user-1')).text, /has expired or was started/)
  await slack.does('carla', 'command', command)
  assert.match(slack.received('carla').at(-1) ?? '', /That code didn’t work/)
})

test('409 chat_not_configured: without a Slack app an installation is refused', async () => {
  await using bare = await startApp({ settings: { SANDBOX: 'off' } })
  const root = await bare.as('root')
  assert.equal((await root.get('/v1/agent/chat-b/install')).body.code, 'chat_not_configured')
  assert.deepEqual((await root.get('/v1/agent/chat-b/status')).body, { connected: false })
})

test('403: a key with fewer permissions than a chat requires can neither install the app nor link a person', async () => {
  const root = await t.as('root')
  const { body: profile } = await root.post('/v1/profiles', { name: 'One of them' })
  const key = async (more: object) =>
    t.withToken((await root.post('/v1/api-keys', { name: 'k', scopes: ['chat:read', 'chat:write'], ...more })).body.key)
  const narrow = await key({})
  const limited = await key({ profileIds: [profile.id] })
  for (const [client, code] of [
    [narrow, 'scope_required'],
    [limited, 'key_limited_to_profiles'],
  ] as const)
    for (const answer of [
      await client.get('/v1/agent/chat-b/install'),
      await client.post('/v1/agent/chat-b/link-code', {}),
    ])
      assert.deepEqual([answer.status, answer.body.code], [403, code])
  assert.equal((await limited.delete('/v1/agent/chat-b')).body.code, 'key_limited_to_profiles')
})
