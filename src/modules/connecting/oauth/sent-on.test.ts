import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { browser, consent, createOauthUrl } from '#test/world/oauth.ts'
import { makeProfile } from '#test/world/people.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
})
after(() => t[Symbol.asyncDispose]())

let people = 0
async function somebody(): Promise<{ person: Person; profileId: string; login: string }> {
  people += 1
  const person = await t.as(`on-${people}`)
  return { person, profileId: await makeProfile(person), login: `user-${people}` }
}

test('a TikTok callback is redirected with its whole query, and connects the account', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'tiktok', profileId)
  const via = browser(t)
  const started = await via.open(authUrl)
  const back = await consent(started.location ?? '', { login })
  const sent = await via.open(back)
  assert.equal(sent.status, 307)
  assert.equal(sent.location, `${t.config.publicUrl}/v1/platforms/net-f/callback${new URL(back).search}`)
  const ended = await via.open(sent.location ?? '')
  assert.equal(ended.status, 302)
  assert.equal(new URL(ended.location ?? '').searchParams.get('connected'), 'net-f')
})

test('headless sign-ins, and clients that ask for JSON, end with JSON', async () => {
  for (const headless of [true, false]) {
    const { person, profileId, login } = await somebody()
    const { authUrl } = await createOauthUrl(t, person, 'tiktok', profileId, { headless })
    const via = browser(t)
    const there = headless ? authUrl : ((await via.open(authUrl)).location ?? '')
    const sent = await via.open(await consent(there, { login }), { accept: 'application/json' })
    assert.equal(sent.status, 307)
    const ended = await via.open(sent.location ?? '', { accept: 'application/json' })
    assert.deepEqual([ended.status, ended.body?.ok, ended.body?.network], [200, true, 'tiktok'], ended.text)
  }
})

test('a callback with an unknown state is also redirected, and ends on our own page', async () => {
  const via = browser(t)
  const forged = await via.open(`${t.config.publicUrl}/v1/oauth/callback/tiktok?state=x&code=y`)
  assert.deepEqual(
    [forged.status, forged.location],
    [307, `${t.config.publicUrl}/v1/platforms/net-f/callback?state=x&code=y`],
  )
  const ended = await via.open(forged.location ?? '')
  assert.match(ended.location ?? '', /\/connected\?error=oauth_state_invalid$/)
})

test('an account’s options list the choices for its posts', async () => {
  const { person, profileId, login } = await somebody()
  const { authUrl } = await createOauthUrl(t, person, 'tiktok', profileId, { headless: true })
  const via = browser(t)
  const sent = await via.open(await consent(authUrl, { login }))
  const { accountId } = (await via.open(sent.location ?? '')).body
  const { status, body } = await person.get(`/v1/connections/${accountId}/options`)
  assert.equal(status, 200)
  assert.deepEqual(body.creator.privacyLevels, ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
  assert.ok(body.creator.maxVideoDurationMs > 0)
})
