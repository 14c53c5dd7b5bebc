import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { browser, callbackUrlOf, consent, createOauthUrl, signInByBrowser } from '#test/world/oauth.ts'
import { done, grant, invite, makeProfile, refused } from '#test/world/people.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'https://posthorn.test' } })
  await t.as('root')
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
  assert.match(page.text, /<strong>i-1<\/strong> invited you/)
  assert.match(page.text, /to <strong>a profile<\/strong>/)
  const [, path = ''] = /href="([^"]+\/start\/net-d)"/.exec(page.text) ?? []
  const ended = await signInByBrowser(t, `https://posthorn.test${path}`, { login: 'user-2' }, via)
  assert.match(ended.href, /^https:\/\/posthorn\.test\/connected\?connected=net-d/)
  assert.equal((await accounts(person, profileId)).length, 2)
  const used = await via.open(`https://posthorn.test/v1/connections/invites/${second.inviteToken}`)
  assert.match(used.location ?? '', /error=profile_invite_not_found/)
  refused(await t.anyone.get(`/v1/connections/invites/${second.inviteToken}`), 404, 'profile_invite_not_found')
})

test('the page of an invitation shows the tile of its brand: its letter on its color', async () => {
  const person = await t.as('i-tile')
  const profileId = await makeProfile(person, '“Harbour” <Coffee>')
  const { inviteToken } = await invite(person, profileId, {})
  const open = async () => (await browser(t).open(`https://posthorn.test/v1/connections/invites/${inviteToken}`)).text
  const tile = /<svg class="face"[^>]*><rect [^>]*fill="(#\w+)"\/><text [^>]*fill="(#\w+)">(.+?)<\/text><\/svg>/
  assert.deepEqual(tile.exec(await open())?.slice(1), ['#3b4a63', '#fff', 'H'])
  done(await person.patch(`/v1/profiles/${profileId}`, { brandColor: '#F2C94C' }))
  assert.deepEqual(tile.exec(await open())?.slice(1), ['#F2C94C', '#000', 'H'])
})

test('member invitations, invitations for an email address, and invitations from inviters without the role connect nothing', async () => {
  const { person, profileId } = await somebody()
  const admin = await t.as('o-inviter')
  await grant(person, profileId, admin, 'admin')
  const guest = await t.as('o-other-guest')
  const connectRequest = { platform: 'x', profileId, redirectUrl: callbackUrlOf(t, 'x') }
  const ask = (inviteToken: string) => guest.post('/v1/connections/oauth-url', { ...connectRequest, inviteToken })
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

test('an invitation for chosen networks shows only those, with its note and its end, and connects no other', async () => {
  const { person, profileId } = await somebody()
  const note = 'The bakery’s page, <please>'
  const made = done(
    await person.post(`/v1/profiles/${profileId}/invites`, {
      platforms: ['x', 'net-a', 'x'],
      note,
      expiresInHours: 24,
    }),
    201,
  ).body
  assert.deepEqual([made.platforms, made.note], [['net-d', 'net-a'], note])
  assert.equal(made.url, `https://posthorn.test/v1/connections/invites/${made.inviteToken}`)
  const [listed] = (await person.get(`/v1/profiles/${profileId}/invites`)).body
  assert.deepEqual([listed.platforms, listed.note, listed.role], [['net-d', 'net-a'], note, null])

  const via = browser(t)
  const page = await via.open(made.url)
  assert.deepEqual(
    [...page.text.matchAll(/Connect ([A-Z]\w*)/g)].map(([, name]) => name),
    ['X', 'Bluesky'],
  )
  assert.match(page.text, /The bakery’s page, &lt;please&gt;/)
  const end = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(made.expiresAt))
  assert.ok(page.text.includes(`works until ${end}`), page.text)
  assert.doesNotMatch(page.text, /[?&][^"\s]*token/i)

  const other = await via.open(`${made.url}/start/facebook`)
  assert.match(other.location ?? '', /error=profile_invite_for_other_networks/)
  const guest = await t.as('o-chosen')
  const ask = { platform: 'facebook', profileId, redirectUrl: callbackUrlOf(t, 'facebook') }
  const asked = await guest.post('/v1/connections/oauth-url', { ...ask, inviteToken: made.inviteToken })
  refused(asked, 403, 'profile_invite_for_other_networks')
  const ended = await signInByBrowser(t, `${made.url}/start/net-d`, { login: 'user-6' }, via)
  assert.match(ended.href, /connected=net-d/)
  const withRole = await person.post(`/v1/profiles/${profileId}/invites`, { role: 'viewer', platforms: ['x'] })
  refused(withRole, 400, 'validation_failed')
  assert.equal(withRole.body.errors[0].path, '/platforms')
})

test('a guest who has the page open when the invitation is revoked, or is at the network then, connects nothing', async () => {
  const { person, profileId } = await somebody()
  const open = await invite(person, profileId, { platforms: ['x'] })
  const via = browser(t)
  const address = `https://posthorn.test/v1/connections/invites/${open.inviteToken}`
  assert.equal((await via.open(address)).status, 200)
  const atNetwork = await via.open(`${address}/start/net-d`)
  assert.equal(atNetwork.status, 302)
  assert.equal((await person.delete(`/v1/profiles/${profileId}/invites/${open.id}`)).status, 200)
  const ended = await via.open(await consent(atNetwork.location ?? '', { login: 'user-7' }))
  assert.match(ended.location ?? '', /error=profile_invite_not_found/)
  assert.match((await via.open(`${address}/start/net-d`)).location ?? '', /error=profile_invite_not_found/)
  assert.deepEqual(await accounts(person, profileId), [])
})

test('a disabled user’s invitations connect nothing, and work again when the user is enabled', async () => {
  const { person, profileId } = await somebody()
  const [root, admin, guest] = [await t.as('root'), await t.as('o-disabled'), await t.as('o-last-guest')]
  await grant(person, profileId, admin, 'admin')
  const { inviteToken } = await invite(admin, profileId, {})
  const { authUrl } = await createOauthUrl(t, guest, 'x', profileId, { inviteToken, headless: true })
  const back = new URL(await consent(authUrl, { login: 'user-4' }))
  const setDisabled = async (path: string, body: object) =>
    assert.equal((await root.post(`/v1/admin/users/${admin.uid}/${path}`, body)).status, 200)
  await setDisabled('disable', { reason: 'A stolen account' })
  refused(await t.anyone.get(back.pathname + back.search), 404, 'profile_invite_not_found')
  refused(await t.anyone.get(`/v1/connections/invites/${inviteToken}`), 404, 'profile_invite_not_found')
  assert.deepEqual(await accounts(person, profileId), [])
  await setDisabled('enable', {})
  assert.equal((await t.anyone.get(`/v1/connections/invites/${inviteToken}`)).status, 200)
})

test('403: a user who is disabled during a sign-in connects nothing', async () => {
  const { person, profileId } = await somebody()
  const root = await t.as('root')
  const { authUrl } = await createOauthUrl(t, person, 'x', profileId, { headless: true })
  const back = new URL(await consent(authUrl, { login: 'user-5' }))
  assert.equal((await root.post(`/v1/admin/users/${person.uid}/disable`, { reason: 'spam' })).status, 200)
  refused(await t.anyone.get(back.pathname + back.search), 403, 'user_disabled')
  const connected = await t.db
    .selectFrom('account')
    .select('id')
    .where('profileId', '=', fromWire('prof', profileId))
    .execute()
  assert.deepEqual(connected, [])
})

test('the invitation page offers every network; for a network with many servers, the guest names the account', async () => {
  const { person, profileId } = await somebody()
  const { inviteToken } = await invite(person, profileId, {})
  const via = browser(t)
  const address = `https://posthorn.test/v1/connections/invites/${inviteToken}`
  const page = await via.open(address)
  const offered = [...page.text.matchAll(/Connect ([A-Z]\w*)/g)].map(([, name]) => name)
  assert.deepEqual(offered, [
    'Facebook',
    'LinkedIn',
    'X',
    'Pinterest',
    'TikTok',
    'Threads',
    'YouTube',
    'Instagram',
    'Bluesky',
    'Mastodon',
  ])
  assert.match(page.text, /<input name="identifier" required/)
  assert.match(page.text, /<input name="instanceUrl" required/)
  const none = await via.open(`${address}/start/net-a?identifier=+`)
  assert.match(none.location ?? '', /error=platform_connects_directly/)
  const server = encodeURIComponent(`${t.sandbox.url}/mastodon`)
  const left = await via.open(`${address}/start/mastodon?instanceUrl=${server}`)
  assert.ok(left.location?.startsWith(t.sandbox.url), left.location ?? left.text)
})
