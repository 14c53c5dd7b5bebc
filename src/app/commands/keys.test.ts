import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPlan } from '#modules/identity/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { openRoom } from '#test/harness/process.ts'
import { addressOf } from '#test/servers/tcp-proxy.ts'
import { connectBluesky } from '#test/world/posts.ts'
import { authenticator } from '#test/world/second-factor.ts'
import { createWebhook, createWebhookKey } from '#test/world/webhooks.ts'
import { loadConfig } from '../config.ts'
import { requireSecretKey, SecretKeyUnknown } from '../secrets/require-secret-key.ts'

const otherKey = '66'.repeat(32)

/** Writes a sealed value into every column. */
async function fill(t: TestApp) {
  const ada = await t.as('ada')
  await setPlan(t.deps, ada.email, 'max')
  const { enrolled, staff } = authenticator(t)
  const factor = await enrolled()
  assert.equal((await (await staff()).post('/v1/admin/mfa/enroll/start')).status, 200)
  const made = await ada.post('/v1/profiles', { name: 'one' }, { headers: { 'idempotency-key': 'one' } })
  const account = await connectBluesky(ada, made.body.id)
  const key = await createWebhookKey(t, ada)
  const { id: endpoint } = await createWebhook(key, 'http://127.0.0.1:9/hook', { headers: { 'X-Mine': 'a secret' } })
  return { ada, factor, account, key, endpoint, profile: made.body.id as string }
}

const statusOf = async (client: Client, profile: string): Promise<string> =>
  (await client.get(`/v1/platforms/accounts?profileId=${profile}`)).body[0].status

test('every command rejects a key that decrypts nothing, and keys reset discards what the key cannot decrypt', async () => {
  await using t = await startApp({ sandbox: true, settings: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  const { ada, factor, account, key, endpoint, profile } = await fill(t)
  await using room = await openRoom({ DATABASE_URL: addressOf(t.connection), SECRET_KEY: otherKey })

  const [invite, rotate, doctor, preview] = [
    await room.ask(['user', 'invite', 'dan@example.com']),
    await room.ask(['keys', 'rotate'], { SECRET_KEY_PREVIOUS: '77'.repeat(32) }),
    await room.ask(['doctor']),
    await room.ask(['keys', 'reset']),
  ]
  for (const { err, status } of [invite, rotate]) {
    assert.match(err, /^SECRET_KEY is not the key that this database was sealed with.* SECRET_KEY_PREVIOUS\..*\n$/)
    assert.equal(status, 1)
  }
  assert.match(
    doctor.out,
    /^FAULT secrets +.*network_grant\.sealed_grant: 1 of 1 were sealed with a key that is not available/m,
  )
  assert.equal(preview.out.match(/ to discard: \w/g)?.length, 7, preview.out)
  assert.match(preview.out, /keys reset --yes\. This cannot be undone\.\n$/)
  assert.equal(preview.status, 1)
  assert.equal(await statusOf(ada, profile), 'active', 'nothing was discarded yet')

  const reset = await room.ask(['keys', 'reset', '--yes'])
  assert.equal(reset.status, 0, reset.err)
  assert.match(reset.out, /network_grant\.sealed_grant: 1 discarded: accounts must be reconnected\n/)
  assert.match((await room.ask(['doctor'])).out, /^ok +secrets +The current key decrypts all stored values/m)

  await using after = await startApp({ beside: t, settings: { SECRET_KEY: otherKey, ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  const { signIn } = authenticator(t)
  const { token } = (await signIn(ada, undefined, after)).body
  const adaAgain = { ...ada, ...after.withToken(token) }
  assert.equal(await statusOf(adaAgain, profile), 'needs_reconnect')
  const hook = (await key.get(`/v1/webhooks/${endpoint}`)).body
  assert.deepEqual([hook.active, hook.disabledReason], [false, 'by_hand'])
  assert.equal((await signIn(factor, undefined, after)).status, 200, 'the password is enough again')
  assert.equal(await connectBluesky(adaAgain, profile), account)
})

test('a database without sealed values accepts any key', async () => {
  await using t = await startApp()
  const withKey = (SECRET_KEY: string) =>
    requireSecretKey(loadConfig({ DATABASE_URL: 'postgres://none/none', SECRET_KEY }), t.connection)
  await withKey(otherKey)
  await t.as('ada')
  await assert.rejects(withKey(otherKey), SecretKeyUnknown)
})
