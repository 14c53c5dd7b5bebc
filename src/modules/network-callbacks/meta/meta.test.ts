import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sandboxApp } from '#infra/config/networks.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'

/** Meta's calls. The sandbox makes them here, so that the signatures are not made by Posthorn's own code. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

let people = 0

/** Creates a user with one account, or with one page that can be posted to. */
async function somebody(network = 'facebook') {
  people += 1
  const login = `user-${people}`
  const person = await t.as(login)
  const { body: profile } = await person.post('/v1/profiles', { name: 'Harbour' })
  const { body, text } = await connectHeadless(t, person, network, profile.id, { login })
  assert.ok(body?.accountId, text)
  const seen = async () =>
    (await person.get(`/v1/platforms/accounts?profileId=${profile.id}&include=disconnected`)).body[0]
  return { person, profile, login, accountId: body.accountId as string, seen }
}

async function act(account: string, name: string, given: object = {}, network = 'facebook') {
  const answer = await fetch(`${t.sandbox.url}/control/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, account, act: name, with: given }),
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return JSON.parse(text) as { status: number; contentType: string | null; body: string }
}

const webhooks = () => `${t.url}/v1/connections/webhooks/facebook`

test('Meta’s webhook challenge is returned', async () => {
  const { status, body } = await act('alice', 'verify_webhook', { url: webhooks() })
  assert.equal(status, 200, body)
})

test('after a user removes the app on Facebook, the account needs a reconnect', async () => {
  const one = await somebody()
  const answer = await act(one.login, 'deauthorize', { url: `${t.url}/v1/platforms/netgroup/deauthorize` })
  assert.equal(answer.status, 204, answer.body)
  assert.equal((await one.seen()).status, 'needs_reconnect')
})

test('removing the app on Threads has the same effect, through the same URLs', async () => {
  const [one, other] = [await somebody('threads'), await somebody('threads')]
  const base = `${t.url}/v1/platforms/netgroup`
  const removed = await act(one.login, 'deauthorize', { url: `${base}/deauthorize` }, 'threads')
  assert.equal(removed.status, 204, removed.body)
  assert.equal((await one.seen()).status, 'needs_reconnect')
  assert.equal((await other.seen()).status, 'active')
  const requested = await act(other.login, 'request_deletion', { url: `${base}/data-deletion` }, 'threads')
  assert.equal(requested.status, 200, requested.body)
  await t.settle()
  const { status, handle } = await other.seen()
  assert.deepEqual([status, handle], ['disconnected', '(deleted)'])
})

test('removing the app on Instagram has the same effect, even if Meta identifies the account instead of the user', async () => {
  const [one, other, third] = [await somebody('instagram'), await somebody('instagram'), await somebody('instagram')]
  const base = `${t.url}/v1/platforms/netgroup`
  const removed = await act(one.login, 'deauthorize', { url: `${base}/deauthorize` }, 'instagram')
  assert.equal(removed.status, 204, removed.body)
  assert.deepEqual([(await one.seen()).status, (await other.seen()).status], ['needs_reconnect', 'active'])
  const requested = await act(other.login, 'request_deletion', { url: `${base}/data-deletion` }, 'instagram')
  assert.equal(requested.status, 200, requested.body)
  await t.settle()
  const { status, handle } = await other.seen()
  assert.deepEqual([status, handle], ['disconnected', '(deleted)'])
  const { remoteId } = await t.db
    .selectFrom('account')
    .innerJoin('remoteAccount', 'remoteAccount.id', 'account.remoteAccountId')
    .select('remoteAccount.remoteId')
    .where('account.id', '=', fromWire('acc', third.accountId))
    .executeTakeFirstOrThrow()
  const payload = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', user_id: remoteId })).toString('base64url')
  const signature = createHmac('sha256', sandboxApp.clientSecret).update(payload).digest('base64url')
  const body = new URLSearchParams({ signed_request: `${signature}.${payload}` })
  assert.equal((await fetch(`${base}/deauthorize`, { method: 'POST', body })).status, 204)
  assert.equal((await third.seen()).status, 'needs_reconnect')
})

test('a removed app is also reported by the permissions webhook', async () => {
  const one = await somebody()
  await act(one.login, 'remove_app')
  const answer = await act(one.login, 'send_webhook', { url: webhooks() })
  assert.equal(answer.status, 200, answer.body)
  assert.equal((await one.seen()).status, 'needs_reconnect')
})

test('a data deletion request from Meta returns a code and removes all data about the page', async () => {
  const one = await somebody()
  const { handle } = await one.seen()
  assert.ok(handle)
  const answer = await act(one.login, 'request_deletion', { url: `${t.url}/v1/platforms/netgroup/data-deletion` })
  assert.equal(answer.status, 200, answer.body)
  await t.settle()
  const after = await one.seen()
  assert.deepEqual(
    [after.status, after.handle, after.displayName, after.avatar],
    ['disconnected', '(deleted)', null, null],
  )
  const again = await connectHeadless(t, one.person, 'facebook', one.profile.id, { login: one.login })
  assert.equal(again.status, 200, again.text)
  assert.notEqual(again.body.accountId, one.accountId)
})

test('the response to X’s webhook challenge is a signature over its token', async () => {
  const answer = await t.anyone.get('/v1/connections/webhooks/x?crc_token=abc')
  assert.equal(answer.status, 200, answer.text)
  const signature = createHmac('sha256', sandboxApp.clientSecret).update('abc').digest('base64')
  assert.deepEqual(answer.body, { response_token: `sha256=${signature}` })
})

test('403 webhook_challenge_refused: text that could be a delivery from X, or a call to X, is never signed', async () => {
  const forged = JSON.stringify({ post_create_events: [{ id: '1' }] })
  for (const token of [forged, '[]', '"a"', 'POST&https%3A%2F%2Fapi.x.com', 'two words', 'a\nb', '', 'a'.repeat(201)]) {
    const answer = await t.anyone.get(`/v1/connections/webhooks/x?crc_token=${encodeURIComponent(token)}`)
    assert.deepEqual([answer.status, answer.body.code], [403, 'webhook_challenge_refused'], token)
  }
})
