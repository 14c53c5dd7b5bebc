import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { until } from '#test/harness/until.ts'
import { smtpPassword, startSmtpServer } from '#test/servers/smtp-server.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { makeProfile } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { superadmin, withCode } from '#test/world/second-factor.ts'

const all = '/v1/admin/secrets'
/** The mock server, an installation of two nodes without an X app, and its superadmin. */
let far: TestApp
let t: TestApp
let other: TestApp
let root: Awaited<ReturnType<typeof superadmin>>
before(async () => {
  far = await startApp({ sandbox: true })
  const x = `${far.sandbox.url}/x`
  const settings = {
    X_API_URL: x,
    X_AUTH_URL: x,
    PUBLIC_URL: 'https://posthorn.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PINTEREST_CLIENT_ID: 'sandbox-app',
    PINTEREST_CLIENT_SECRET: 'sandbox-app-secret',
    PINTEREST_AUTH_URL: `${far.sandbox.url}/pinterest`,
    // Only the trial environment responds, so each call reveals its target.
    PINTEREST_API_URL: 'http://127.0.0.1:1',
    PINTEREST_TRIAL_URL: `${far.sandbox.url}/pinterest`,
  }
  t = await startApp({ settings })
  other = await startApp({ beside: t, settings })
  root = await superadmin(t)
})
after(async () => {
  for (const one of [other, t, far]) await one[Symbol.asyncDispose]()
})

const find = async (name: string) =>
  (await root.get(all)).body.secrets.find((one: { name: string }) => one.name === name)

test('403: secrets require a superadmin with a code from their second factor', async () => {
  const ada = await t.as('ada')
  assert.equal((await ada.get(all)).body.code, 'role_required')
  assert.equal((await t.anyone.get(all)).status, 401)
  assert.equal((await root.client().get(all)).body.code, 'mfa_required')
  assert.equal((await root.client().post(`${all}/restart`, {}, withCode('000000'))).body.code, 'mfa_code_invalid')
  assert.equal((await (await far.as('root')).get(all)).body.code, 'mfa_enrolment_required')
  const { body } = await root.client().post('/v1/api-keys', { name: 'k', scopes: ['admin:read', 'admin:write'] })
  assert.equal((await t.withToken(body.key).get(all)).body.code, 'identity_token_required')
})

test('200: a network’s app is set up on two nodes without environment variables, and no request is lost', async () => {
  const ada = await t.as('ada')
  const profileId = await makeProfile(ada)
  const refusedBy = async (node: TestApp) => {
    const connectRequest = { platform: 'x', profileId, redirectUrl: 'https://posthorn.test/v1/oauth/callback/x' }
    return (await node.withToken(ada.token).post('/v1/connections/oauth-url', connectRequest)).body.code
  }
  for (const node of [t, other]) assert.equal(await refusedBy(node), 'network_app_missing')

  const id = await root.post(`${all}/create`, { name: 'X_CLIENT_ID', value: 'sandbox-app' })
  assert.deepEqual([id.status, id.body.version, id.body.versionInForce, id.body.needsRestart], [200, 1, null, true])
  const half = await root.post(`${all}/restart`)
  assert.deepEqual([half.status, half.body.code], [409, 'secrets_contradict'])
  assert.match(half.body.detail, /X_CLIENT_ID and X_CLIENT_SECRET must be set together/)
  const wrong = await root.post(`${all}/create`, { name: 'X_CLIENT_SECRET', value: 'a-wrong-planted-secret' })
  assert.equal(wrong.body.masked, '••••cret')
  const tried = await root.post(`${all}/X_CLIENT_SECRET/test`)
  assert.deepEqual([tried.body.ok, tried.body.source], [false, 'stored'])
  assert.match(tried.body.detail, /X doesn’t recognize the app/)
  assert.equal((await root.post(`${all}/create`, { name: 'X_CLIENT_SECRET', value: 'abc' })).body.code, 'secret_exists')
  assert.equal((await root.post(`${all}/X_CLIENT_SECRET`, { value: 'sandbox-app-secret' })).body.version, 2)
  assert.equal((await root.post(`${all}/X_CLIENT_SECRET/test`)).body.ok, true)

  other.deps.secretsInForce.start()
  let isOver = false
  const asking = (async () => {
    for (; !isOver; ) assert.equal((await other.withToken(ada.token).get('/v1/connections/providers')).status, 200)
  })()
  const restarted = await root.post(`${all}/restart`)
  assert.deepEqual(restarted.body.changed, ['X_CLIENT_ID', 'X_CLIENT_SECRET'])
  const begunMs = performance.now()
  assert.equal(await refusedBy(t), undefined)
  await until('the other node has the app', async () => (await refusedBy(other)) === undefined)
  assert.ok(performance.now() - begunMs < patienceMs(5_000), 'within five seconds')
  isOver = true
  await asking
  await other.deps.secretsInForce.stop()
  for (const [node, login] of [
    [t, 'alice'],
    [other, 'bob'],
  ] as const) {
    const client = { ...ada, ...node.withToken(ada.token) }
    const done = await connectHeadless(node, client, 'x', profileId, { login })
    assert.equal(done.status, 200, done.text)
  }
})

test('200: Pinterest switches to trial on two nodes, and accounts of another mode wait with their posts', async () => {
  const modeOf = async (node: TestApp) =>
    (await node.withToken(root.client().token).get('/v1/admin/platforms/mode')).body.platforms.find(
      (one: { network: string }) => one.network === 'pinterest',
    )
  const change = (mode: string, by: Client = root.client()) => by.post('/v1/admin/platforms/mode/net-e', { mode })
  const ada = await t.as('ada')
  assert.equal((await change('trial', ada)).body.code, 'role_required')
  const off = await change('sandbox')
  assert.deepEqual([off.status, off.body.code], [409, 'network_mode_unusable'])
  assert.deepEqual([(await modeOf(t)).mode, (await modeOf(t)).isChosen], ['live', false])

  const trial = await change('trial')
  assert.deepEqual([trial.status, trial.body.mode, trial.body.choices], [200, 'trial', ['trial', 'live']])
  // The other node's automatic refresh each second.
  await other.deps.secretsInForce.refresh()
  assert.equal((await modeOf(other)).mode, 'trial')

  const profileId = await makeProfile(ada)
  const there = { ...ada, ...other.withToken(ada.token) }
  const connected = await connectHeadless(other, there, 'pinterest', profileId, { login: 'alice' })
  assert.equal(connected.status, 200, connected.text)
  const account = async () => (await ada.get(`/v1/platforms/accounts?profileId=${profileId}`)).body[0]
  assert.deepEqual([(await account()).mode, (await account()).status], ['trial', 'active'])
  const { body: choices } = await ada.get(`/v1/connections/${connected.body.accountId}/options`)
  const file = await plain(600, 600).png().toBuffer()
  const { storagePath } = (await ada.upload('/v1/media/upload', { file, fileName: 'pin.png' })).body
  const { body: post } = await ada.post('/v1/posts', {
    profileId,
    platforms: ['pinterest'],
    content: 'A pin on trial',
    media: [{ storagePath, altText: 'A plain square.' }],
    settings: { pinterest: { boardId: choices.boards[0].id } },
    saveAsDraft: true,
  })
  const target = async () => (await ada.get(`/v1/posts/${post.id}`)).body.targets[0]

  assert.equal((await change('live')).body.mode, 'live')
  assert.equal((await account()).status, 'needs_reconnect')
  assert.match((await account()).statusReason, /no longer in trial mode\. Reconnect this account/)
  assert.equal((await ada.post(`/v1/posts/${post.id}/publish-now`)).status, 200)
  await t.settle()
  assert.deepEqual([(await target()).status, (await target()).mode], ['held', 'trial'])
  assert.match(JSON.stringify(await target()), /no longer in trial mode/)

  assert.equal((await change('trial')).status, 200)
  assert.deepEqual([(await account()).status, (await account()).statusReason], ['active', null])
  await t.settle()
  assert.equal((await target()).status, 'published', JSON.stringify(await target()))
  assert.equal(far.sandbox.ledger.entries({ network: 'pinterest', account: 'alice' }).length, 1)
  const log = await root.client().get('/v1/admin/audit-log?action=platform.mode_changed')
  assert.deepEqual(log.body.entries[0].changes, { mode: { from: 'live', to: 'trial' } })
})

test('a stored secret overrides the environment and reports that, until it is revoked', async () => {
  await using server = await startSmtpServer()
  const before = await find('SMTP_URL')
  assert.deepEqual([before.source, before.masked, before.version], ['environment', null, null])
  assert.equal((await root.post(`${all}/SMTP_URL/test`)).body.ok, false)
  const bad = await root.post(`${all}/SMTP_URL`, { value: 'http://planted' })
  assert.deepEqual([bad.status, bad.body.errors[0].path], [400, '/value'])
  assert.ok(!bad.text.includes('planted'))

  await root.post(`${all}/SMTP_URL`, { value: server.urlWith('wrong-password') })
  assert.match((await root.post(`${all}/SMTP_URL/test`)).body.detail, /rejected the user or password/)
  await root.post(`${all}/SMTP_URL`, { value: server.urlWith(smtpPassword) })
  assert.equal((await root.post(`${all}/SMTP_URL/test`)).body.ok, true)
  await root.post(`${all}/restart`)
  const stored = await find('SMTP_URL')
  assert.deepEqual([stored.source, stored.overridesEnvironment, stored.needsRestart], ['stored', true, false])
  assert.deepEqual(
    stored.versions.map(({ version }: { version: number }) => version),
    [2, 1],
  )
  await t.deps.mailer.send({ kind: 'welcome', id: 'job', to: 'ada@example.com', subject: 'x', text: 'x' })
  assert.equal(server.received.length, 1)

  assert.equal((await root.delete(`${all}/registry/SMTP_URL`)).body.code, 'secret_in_force')
  assert.equal((await root.post(`${all}/SMTP_URL/revoke`)).body.needsRestart, true)
  await root.post(`${all}/restart`)
  assert.equal((await find('SMTP_URL')).source, 'environment')
  await assert.rejects(
    t.deps.mailer.send({ kind: 'welcome', id: 'job', to: 'ada@example.com', subject: 'x', text: 'x' }),
  )
  assert.equal((await root.delete(`${all}/registry/SMTP_URL`)).status, 200)
})

test('no value appears in a response or the audit log, and the database stores only sealed values in use', async () => {
  const { rows } = await sql<{ line: string }>`
    select row_to_json(e)::text as line from audit_entry e where action like 'secret%'`.execute(t.db)
  assert.ok(rows.length >= 10)
  const kept = await sql<{ line: string; isKept: boolean }>`select row_to_json(v)::text as line,
    sealed_value is not null as is_kept from secret_version v order by name, version`.execute(t.db)
  const whole = [...rows, ...kept.rows].map(({ line }) => line).join('\n') + (await root.get(all)).text
  for (const secret of ['sandbox-app-secret', 'a-wrong-planted-secret', smtpPassword])
    assert.ok(!whole.includes(secret))
  assert.deepEqual(
    kept.rows.map(({ isKept }) => isKept),
    [true, false, true],
  )
  assert.equal((await root.post(`${all}/SECRET_KEY`, { value: 'x' })).body.code, 'secret_not_found')
  assert.equal((await root.post(`${all}/AI_API_KEY/test`)).body.code, 'secret_not_set')
})
