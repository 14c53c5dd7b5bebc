import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { oauthApp } from '#test/world/apps.ts'
import { mailsTo } from '#test/world/mails.ts'
import { done } from '#test/world/people.ts'
import { markEmailVerified, readAccess } from './index.ts'

/** Someone signs up with an address of another person, and makes a key and an app before that person notices. */
let t: TestApp
let people = 0
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

async function squat() {
  const person = await t.as(`squatted${++people}`)
  const { key } = done(await person.post('/v1/api-keys', { name: 'Left open', scopes: ['profiles:read'] }), 201).body
  const { tokens, clientId } = await oauthApp(t).signIn(person)
  const statuses = async () => [
    (await t.withToken(key).get('/v1/profiles')).status,
    (await t.withToken(tokens.access_token).get('/v1/profiles')).status,
    (await oauthApp(t).refresh(clientId, tokens.refresh_token)).status,
  ]
  return { person, key, tokens, statuses }
}
const lastToken = async ({ email }: Person) => (await mailsTo(t, email)).at(-1)?.token ?? assert.fail('no mail')
const reset = async (person: Person) => {
  await t.anyone.post('/v1/auth/request-password-reset', { email: person.email })
  return done(
    await t.anyone.post('/v1/auth/reset-password', { token: await lastToken(person), password: 'words of the owner' }),
  )
}

test('401: API keys and apps of an unconfirmed account end when the owner of the address takes it over with a reset', async () => {
  const { person, statuses } = await squat()
  await reset(person)
  assert.deepEqual(await statuses(), [401, 401, 400])
  const { token } = done(
    await t.anyone.post('/v1/auth/sign-in', { email: person.email, password: 'words of the owner' }),
  ).body
  const owner = t.withToken(token)
  const { entries } = done(await owner.get('/v1/auth/me/audit-log')).body
  for (const action of ['api-key.revoked', 'app.ended']) {
    const entry = entries.find((one: { action: string }) => one.action === action)
    assert.equal(entry?.changes.reason.to, 'address_confirmed', action)
  }
})

test('401: they end when the address is confirmed by someone who is not signed in to the account, and not by its own user', async () => {
  const [stranger, own] = [await squat(), await squat()]
  done(await t.anyone.post('/v1/auth/verify-email', { token: await lastToken(stranger.person) }))
  assert.deepEqual(await stranger.statuses(), [401, 401, 400])
  done(await own.person.post('/v1/auth/verify-email', { token: await lastToken(own.person) }))
  assert.deepEqual(await own.statuses(), [200, 200, 200])
  // A reset of a confirmed account ends its sessions, and no keys: the old password does not reveal them.
  await reset(own.person)
  assert.equal((await t.withToken(own.key).get('/v1/profiles')).status, 200)
})

test('the operator’s command ends nothing and says what stays', async () => {
  const { person, statuses } = await squat()
  const access = await readAccess(t.deps, person.email)
  assert.deepEqual([access?.keys, access?.apps, access?.hasCompany], [1, 1, false])
  assert.deepEqual(await markEmailVerified(t.deps, person.email), { kind: 'changed' })
  assert.deepEqual(await statuses(), [200, 200, 200])
  assert.equal(await readAccess(t.deps, 'stranger@example.com'), null)
})
