import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth } from '#test/world/posts.ts'

/** An account that is gone from its server holds its posts, and is restored automatically when it exists again. */
let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const losses = {
  Bluesky: { network: 'bluesky', gone: ['deactivate', 'take_down', 'revoke_app_password'], comesBack: 2 },
  Mastodon: { network: 'mastodon', gone: ['suspend', 'disable_login', 'revoke_tokens'], comesBack: 3 },
} as const

for (const [name, { network, gone, comesBack }] of Object.entries(losses))
  for (const [no, act] of gone.entries()) {
    const returns = no < comesBack
    test(`${name}: after ${act} the account ${returns ? 'returns after a health check' : 'waits for its owner'}`, async () => {
      const { ada, person, profileId, login, ...ids } = await connectBoth(t)
      const id = network === 'bluesky' ? ids.bluesky : ids.mastodon
      const acts = t.sandbox.network(network).acts
      assert.ok(acts[act], `${Object.keys(acts)}`)
      const asPerson = async () => {
        const { email, password } = person
        return t.withToken((await t.anyone.post('/v1/auth/sign-in', { email, password })).body.token)
      }
      const account = async () => {
        const { body } = await (await asPerson()).get(`/v1/platforms/accounts?profileId=${profileId}`)
        return body.find((one: { id: string }) => one.id === id)
      }
      const health = async () => (await (await asPerson()).get(`/v1/platforms/accounts/${id}/health`)).body
      acts[act](login)
      // A session lasts until its token expires.
      if (act === 'revoke_app_password') await t.advance(hours(3))
      const content = `${name} ${act}`
      const { body: post } = await ada.post('/v1/posts', { profileId, platforms: [network], content })
      const rowOf = async () => (await ada.get(`/v1/posts/${post.id}`)).body.targets[0]
      await t.settle()
      for (let waited = 0; waited < 20 && (await rowOf()).status !== 'held'; waited++) await t.advance(seconds(60))
      const { status, errorCode } = await rowOf()
      assert.deepEqual([status, errorCode], ['held', 'needs_reconnect'])
      assert.equal((await health()).status, 'needs_reconnect')
      const why = (await account()).statusReason
      assert.ok(why.length > 10)
      acts[network === 'mastodon' && act === 'revoke_tokens' ? 'restore_tokens' : 'restore']?.(login)
      await t.advance(hours(3))
      const after = await health()
      assert.equal(after.status, returns ? 'active' : 'needs_reconnect', JSON.stringify(after))
      assert.equal(
        after.checks.every(({ ok }: { ok: boolean }) => ok),
        returns,
      )
      assert.equal((await account()).statusReason, returns ? null : why)
      await t.settle()
      assert.equal((await rowOf()).status, returns ? 'published' : 'held')
      const shown = t.sandbox.ledger.entries({}).filter(({ text }) => text === content)
      assert.equal(shown.length, returns ? 1 : 0)
    })
  }
