import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { bluesky } from '#connectors/bluesky/index.ts'
import type { Connector, Hear, NetworkNotice } from '#connectors/connector.ts'
import { mastodon } from '#connectors/mastodon/index.ts'
import { sandboxApp } from '#infra/config/networks.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'

/** A connector that signs like most networks; the body is what it reports, as JSON. */
const hear: Hear = {
  challenge: (query, { verifyToken }) =>
    query['hub.verify_token'] === verifyToken
      ? { contentType: 'text/plain; charset=utf-8', body: query['hub.challenge'] ?? '' }
      : null,
  isSigned: (headers, raw, { clientSecret }) =>
    headers['x-hub-signature-256'] === `sha256=${createHmac('sha256', clientSecret).update(raw).digest('hex')}`,
  read: (raw) =>
    JSON.parse(raw.toString('utf8'), (name, value) =>
      name === 'at' && value ? new Date(value) : value,
    ) as NetworkNotice[],
}
const hearing: Connector = { ...(bluesky as Connector), hear }

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: hearing, mastodon } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const address = '/v1/connections/webhooks/bluesky'

async function deliver(body: string | Uint8Array, { path = address, secret = sandboxApp.clientSecret } = {}) {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const answer = await fetch(`${t.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body: body as string,
  })
  return { status: answer.status, text: await answer.text() }
}

let people = 0
async function connected() {
  people += 1
  const name = `user-${people}`
  const person = await t.as(name)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const credentials = { profileId: profile.id, identifier: `${name}.sandbox`, appPassword: 'sand-boxx-pass-word' }
  const { body: account, status, text } = await person.post('/v1/platforms/bluesky/connect', credentials)
  assert.equal(status, 201, text)
  const grant = () =>
    t.db
      .selectFrom('networkGrant')
      .innerJoin('account', 'account.grantId', 'networkGrant.id')
      .selectAll('networkGrant')
      .where('account.id', '=', fromWire('acc', account.id))
      .executeTakeFirstOrThrow()
  const seen = async () => (await person.get(`/v1/platforms/accounts?profileId=${profile.id}`)).body[0]
  return { person, profile, account, grant, seen }
}

const listEvents = (ownerUid: string) =>
  t.db
    .selectFrom('event')
    .selectAll()
    .where('event.type', '=', 'account.needs_reconnect')
    .where('event.ownerUid', '=', ownerUid as never)
    .execute()

test('401: an unsigned, wrongly signed or changed body changes nothing', async () => {
  const { grant, seen } = await connected()
  const { principal } = await grant()
  const body = JSON.stringify([{ is: 'revoked', principal, at: null }])
  const forged = await deliver(body, { secret: 'a guess' })
  assert.equal(forged.status, 401)
  assert.equal(JSON.parse(forged.text).code, 'webhook_signature_invalid')
  const bare = await fetch(`${t.url}${address}`, { method: 'POST', body })
  assert.equal(bare.status, 401)
  const signature = createHmac('sha256', sandboxApp.clientSecret).update(`${body} `).digest('hex')
  const changed = await fetch(`${t.url}${address}`, {
    method: 'POST',
    headers: { 'x-hub-signature-256': `sha256=${signature}` },
    body,
  })
  assert.equal(changed.status, 401)
  assert.equal((await seen()).status, 'active')
})

test('200: a revoked consent requires a reconnect, holds posts, and notifies the owner once', async () => {
  const { person, profile, grant, seen } = await connected()
  const later = new Date(t.now().getTime() + 300_000).toISOString()
  const post = await person.post('/v1/posts', {
    profileId: profile.id,
    content: 'The lamp is lit',
    platforms: ['bluesky'],
    scheduledAt: later,
  })
  assert.equal(post.status, 201, post.text)
  const { principal, sealedGrant, ownerUid, version } = await grant()
  const body = JSON.stringify([{ is: 'revoked', principal, at: null }])
  for (let nth = 0; nth < 3; nth++) assert.deepEqual(await deliver(body), { status: 200, text: '{"ok":true}' })

  const account = await seen()
  assert.equal(account.status, 'needs_reconnect')
  assert.match(account.statusReason, /Access was revoked on the network/)
  assert.equal(account.forecast.posts, 1)
  const after = await grant()
  assert.equal(after.status, 'needs_reconnect')
  assert.notDeepEqual(after.sealedGrant, sealedGrant)
  assert.ok(after.version > version)
  assert.deepEqual(JSON.parse(t.deps.seal.open(after.sealedGrant, `network_grant:${after.id}`).toString()), {})
  assert.equal((await listEvents(ownerUid)).length, 1)

  await t.advance(310_000)
  const target = async () => (await person.get(`/v1/posts/${post.body.id}`)).body.targets[0]
  assert.equal((await target()).status, 'held')
  const credentials = {
    profileId: profile.id,
    identifier: `${person.email.split('@')[0]}.sandbox`,
    appPassword: 'sand-boxx-pass-word',
  }
  assert.equal((await person.post('/v1/platforms/bluesky/connect', credentials)).status, 201)
  await t.settle()
  assert.equal((await target()).status, 'published')
})

test('a late or repeated notice does not revoke a newer consent', async () => {
  const { person, profile, grant, seen } = await connected()
  const { principal } = await grant()
  const late = JSON.stringify([{ is: 'revoked', principal, at: t.now() }])
  assert.equal((await deliver(late)).status, 200)
  assert.equal((await seen()).status, 'needs_reconnect')
  await t.advance(600_000)
  const identifier = `${person.email.split('@')[0]}.sandbox`
  const credentials = { profileId: profile.id, identifier, appPassword: 'sand-boxx-pass-word' }
  assert.equal((await person.post('/v1/platforms/bluesky/connect', credentials)).status, 201)
  assert.equal((await deliver(late)).status, 200)
  assert.equal((await seen()).status, 'active')
})

test('a notice signed by the sandbox’s app does not affect live accounts', async () => {
  const { grant, seen } = await connected()
  const { id, principal } = await grant()
  await t.db.updateTable('networkGrant').set({ mode: 'live' }).where('networkGrant.id', '=', id).execute()
  assert.equal((await deliver(JSON.stringify([{ is: 'revoked', principal, at: null }]))).status, 200)
  assert.equal((await grant()).status, 'active')
  await t.db.updateTable('networkGrant').set({ mode: 'sandbox' }).where('networkGrant.id', '=', id).execute()
  assert.equal((await seen()).status, 'active')
})

test('404: an unknown platform, or one without webhooks, is rejected', async () => {
  const none = await deliver('[]', { path: '/v1/connections/webhooks/net-z' })
  assert.equal(none.status, 404)
  assert.equal(JSON.parse(none.text).code, 'platform_not_found')
  const silent = await deliver('[]', { path: '/v1/connections/webhooks/mastodon' })
  assert.equal(silent.status, 404)
  assert.equal(JSON.parse(silent.text).code, 'platform_without_webhooks')
})

test('a platform’s alias works in the webhook URL', async () => {
  assert.equal((await deliver('[]', { path: '/v1/connections/webhooks/bluesky' })).status, 200)
})

test('200: a challenge is returned byte for byte; 403 with another token', async () => {
  const ask = (token: string) =>
    fetch(`${t.url}${address}?hub.mode=subscribe&hub.challenge=115820&hub.verify_token=${token}`)
  const right = await ask('sandbox-verify-token')
  assert.equal(right.status, 200)
  assert.match(right.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(await right.text(), '115820')
  const wrong = await ask('another')
  assert.equal(wrong.status, 403)
  assert.equal(((await wrong.json()) as { code: string }).code, 'webhook_challenge_refused')
})

test('a notice makes the engine check pending publications at once; publications in doubt keep their time', async () => {
  const { person, profile } = await connected()
  const draft = { profileId: profile.id, content: 'The lamp is lit', platforms: ['bluesky'] }
  const { body: post } = await person.post('/v1/posts', draft)
  const target = sql`(select t.id from post_target t join post p on p.id = t.post_id
    where p.id = ${fromWire('post', post.id)})`
  const dueInMs = async (): Promise<number> => {
    const { rows } = await sql<{ ms: number }>`
      select extract(epoch from due_at - ph.now()) * 1000 as ms from publication where target_id = ${target}`.execute(
      t.db,
    )
    return Number(rows[0]!.ms)
  }
  const news = JSON.stringify([{ is: 'news', handle: 'video-1' }])
  for (const [status, soon] of [
    ['publishing', false],
    ['processing', true],
  ] as const) {
    await sql`update publication set status = ${status}, due_at = ph.now() + interval '1 hour', handle = 'video-1'
      where target_id = ${target}`.execute(t.db)
    assert.equal((await deliver(news)).status, 200)
    assert.equal((await dueInMs()) <= 0, soon, status)
  }
})
