import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { browser, callbackUrlOf, consent, createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { grant, invite, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
})
after(() => t[Symbol.asyncDispose]())

let people = 0
async function somebody(): Promise<{ person: Person; profileId: string }> {
  people += 1
  const person = await t.as(`i-${people}`)
  return { person, profileId: await makeProfile(person) }
}

const accounts = async (person: Person, profileId: string) =>
  (await person.get(`/v1/platforms/accounts?profileId=${profileId}`)).body

test('an invitation connects one account for a guest, on behalf of the inviter', async () => {
  const { person, profileId } = await somebody()
  const guest = await t.as('o-guest')
  const { inviteToken } = await invite(person, profileId, {})
  refused(
    await guest.post('/v1/connections/oauth-url', {
      platform: 'x',
      profileId: (await somebody()).profileId,
      redirectUrl: callbackUrlOf(t, 'x'),
      inviteToken,
    }),
    404,
    'profile_invite_not_found',
  )
  const { authUrl } = await createOauthUrl(t, guest, 'x', profileId, { inviteToken })
  assert.match((await signInByBrowser(t, authUrl, { login: 'user-1' })).href, /connected=net-d/)
  assert.equal((await accounts(person, profileId)).length, 1)
  refused(await guest.get(`/v1/platforms/accounts?profileId=${profileId}`), 403, 'profile_forbidden')
  const again = { platform: 'x', profileId, redirectUrl: callbackUrlOf(t, 'x'), inviteToken }
  refused(await guest.post('/v1/connections/oauth-url', again), 404, 'profile_invite_not_found')

  const second = await invite(person, profileId, {})
  const via = browser(t)
  const page = await via.open(`https://posthorn.test/v1/connections/invites/${second.inviteToken}?fbclid=1`)
  assert.equal(page.status, 200)
  assert.match(page.text, /<strong>i-1<\/strong> invites you/)
  assert.match(page.text, /the profile <strong>a profile<\/strong>/)
  const [, path = ''] = /href="([^"]+\/start\/net-d)"/.exec(page.text) ?? []
  const ended = await signInByBrowser(t, `https://posthorn.test${path}`, { login: 'user-2' }, via)
  assert.match(ended.href, /^https:\/\/posthorn\.test\/connected\?connected=net-d/)
  assert.equal((await accounts(person, profileId)).length, 2)
  const used = await via.open(`https://posthorn.test/v1/connections/invites/${second.inviteToken}`)
  assert.match(used.location ?? '', /error=profile_invite_not_found/)
  refused(await t.anyone.get(`/v1/connections/invites/${second.inviteToken}`), 404, 'profile_invite_not_found')
})

test('member invitations, invitations for an address, and those of inviters without the role connect nothing', async () => {
  const { person, profileId } = await somebody()
  const admin = await t.as('o-inviter')
  await grant(person, profileId, admin, 'admin')
  const guest = await t.as('o-other-guest')
  const wish = { platform: 'x', profileId, redirectUrl: callbackUrlOf(t, 'x') }
  const ask = (inviteToken: string) => guest.post('/v1/connections/oauth-url', { ...wish, inviteToken })
  const member = await invite(person, profileId, { role: 'admin' })
  refused(await ask(member.inviteToken), 409, 'profile_invite_for_members')
  const addressed = await invite(person, profileId, { email: 'somebody@example.org' })
  refused(await ask(addressed.inviteToken), 403, 'profile_invite_for_another')
  refused(await t.anyone.get(`/v1/connections/invites/${addressed.inviteToken}`), 403, 'profile_invite_for_another')
  const hers = await invite(admin, profileId, {})
  const { authUrl } = await createOauthUrl(t, guest, 'x', profileId, { inviteToken: hers.inviteToken, headless: true })
  const back = new URL(await consent(authUrl, { login: 'user-3' }))
  await grant(person, profileId, admin, 'editor')
  refused(await t.anyone.get(back.pathname + back.search), 404, 'profile_invite_not_found')
  assert.deepEqual(await accounts(person, profileId), [])
})

test('the page of an invitation offers every network; where there are many servers, the guest names the account', async () => {
  const { person, profileId } = await somebody()
  const { inviteToken } = await invite(person, profileId, {})
  const via = browser(t)
  const address = `https://posthorn.test/v1/connections/invites/${inviteToken}`
  const page = await via.open(address)
  const offered = [...page.text.matchAll(/Connect ([A-Z]\w*)/g)].map(([, name]) => name)
  assert.deepEqual(offered, [
    'Bluesky',
    'Facebook',
    'LinkedIn',
    'X',
    'Pinterest',
    'TikTok',
    'Threads',
    'Mastodon',
    'YouTube',
    'Instagram',
  ])
  assert.match(page.text, /<input name="identifier" required/)
  assert.match(page.text, /<input name="instanceUrl" required/)
  const none = await via.open(`${address}/start/net-a?identifier=+`)
  assert.match(none.location ?? '', /error=platform_connects_directly/)
  const server = encodeURIComponent(`${t.sandbox.url}/mastodon`)
  const left = await via.open(`${address}/start/mastodon?instanceUrl=${server}`)
  assert.ok(left.location?.startsWith(t.sandbox.url), left.location ?? left.text)
})
