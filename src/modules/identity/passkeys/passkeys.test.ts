import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { mailsTo } from '#test/world/mails.ts'
import { passkeyBrowser, softwareAuthenticator } from '#test/world/passkeys.ts'
import { authenticator } from '#test/world/second-factor.ts'
import { markEmailVerified, resetSecondFactor, setRole } from '../index.ts'

/** Passkeys over HTTP, with an authenticator in software. Most tests share one application; each has its own people. */
let t: TestApp
let app: ReturnType<typeof authenticator>
let people = 0
before(async () => {
  t = await startApp({ settings: { PUBLIC_URL: 'https://posts.example.com' } })
  app = authenticator(t)
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status < 300 ? status : `${status} ${body.code}`

/** Returns a new user with a passkey, in their browser. */
async function withPasskey(on = t) {
  const person = await on.as(`person${++people}`)
  const browser = passkeyBrowser(on)
  const { answer, stored } = await browser.add(person.token)
  assert.equal(answer.status, 201, answer.text)
  return { person, browser, stored, passkey: answer.body }
}

const actionsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/v1/auth/me/audit-log')).body.entries.map(({ action }: { action: string }) => action)

test('a passkey signs its owner in without a name, in this browser, as a fresh sign-in', async () => {
  const { person, browser, stored, passkey } = await withPasskey()
  assert.deepEqual([passkey.name, passkey.host, passkey.lastUsedAt], ['Passkey', 'posts.example.com', null])
  await t.advance(days(1))
  const { status, body } = await browser.signIn(stored)
  assert.deepEqual([status, body.user.uid], [200, person.uid])
  const again = t.withToken(body.token)
  const { passkeys, isAvailable, max } = (await again.get('/v1/auth/me/passkeys')).body
  assert.deepEqual([passkeys.length, passkeys[0].lastUsedAt, isAvailable, max], [1, t.now().toISOString(), true, 20])
  assert.equal((await again.delete(`/v1/auth/me/passkeys/${passkey.id}`)).status, 200, 'the sign-in is fresh')
  assert.equal((await browser.call('POST', '/v1/auth/session/refresh')).body.user.uid, person.uid)
})

test('it counts as both factors, and replaces the code after a password', async () => {
  const person = await app.enrolled()
  const browser = passkeyBrowser(t)
  const { stored } = await browser.add(person.token)
  assert.equal((await browser.signIn(stored)).body.user.uid, person.uid)
  const { email, password } = person
  const signIn = async (more: object) =>
    outcomeOf(await browser.call('POST', '/v1/auth/session', { email, password, ...more }))
  assert.equal(await signIn({}), '403 mfa_required')
  assert.equal(await signIn({ passkey: browser.device.get(stored, await browser.start()) }), 200)

  const other = await withPasskey()
  const foreign = other.browser.device.get(other.stored, await browser.start())
  assert.equal(await signIn({ passkey: foreign }), '400 passkey_invalid')
  const early = browser.device.get(stored, await browser.start())
  const wrong = await browser.call('POST', '/v1/auth/session', { email, password: 'not it', passkey: early })
  assert.equal(outcomeOf(wrong), '401 invalid_credentials')
  assert.equal(await signIn({ passkey: early }), 200, 'a wrong password does not use up the challenge')
})

test('it works during a pause after wrong codes, and ends it', async () => {
  const person = await app.enrolled()
  const browser = passkeyBrowser(t)
  const { stored } = await browser.add(person.token)
  for (let tries = 0; tries < 5; tries++) await app.signIn(person, app.wrong(person))
  assert.equal(outcomeOf(await app.signIn(person, app.codeNow(person, 1))), '429 mfa_paused')
  const { email, password } = person
  const passkey = browser.device.get(stored, await browser.start())
  assert.equal((await browser.call('POST', '/v1/auth/session', { email, password, passkey })).status, 200)
  assert.equal((await app.signIn(person, app.codeNow(person, 1))).status, 200)
})

test('400 passkey_origin_mismatch: another page or another host is refused, with the right one', async () => {
  const { browser, stored, person } = await withPasskey()
  const asked = [
    { origin: 'https://posts.example.org' },
    { origin: 'http://posts.example.com' },
    { origin: 'https://posts.example.com:8443' },
    { rpId: 'example.com' },
    { crossOrigin: true },
  ]
  for (const said of asked) {
    const answer = await browser.signIn(stored, said)
    assert.equal(outcomeOf(answer), '400 passkey_origin_mismatch', JSON.stringify(said))
    assert.match(answer.body.detail, /https:\/\/posts\.example\.com\./)
    assert.equal(outcomeOf((await browser.add(person.token, said)).answer), '400 passkey_origin_mismatch')
  }
  assert.equal((await browser.signIn(stored)).status, 200)
})

test('400: a challenge works once, in its browser, for its purpose and account, within 5 minutes', async () => {
  const { person, browser, stored } = await withPasskey()
  const challenge = await browser.start()
  const first = browser.device.get(stored, challenge)
  assert.equal((await browser.finish(first)).status, 200)
  assert.equal(outcomeOf(await browser.finish(first)), '400 passkey_challenge_invalid', 'replayed')
  assert.equal(outcomeOf(await browser.finish(browser.device.get(stored, challenge))), '400 passkey_challenge_invalid')

  const thief = passkeyBrowser(t)
  await thief.start()
  const lured = browser.device.get(stored, await browser.start())
  assert.equal(outcomeOf(await thief.finish(lured)), '400 passkey_challenge_invalid', 'of another browser')
  assert.equal(outcomeOf(await passkeyBrowser(t).finish(lured)), '400 passkey_challenge_invalid', 'without a cookie')

  const forAdding = (await browser.call('POST', '/v1/auth/me/passkeys/start', undefined, person.token)).body
  assert.equal(outcomeOf(await browser.finish(browser.device.get(stored, forAdding))), '400 passkey_challenge_invalid')
  const options = { ...forAdding, ...(await browser.start()) }
  const { body } = browser.device.create(options)
  const added = await browser.call('POST', '/v1/auth/me/passkeys', body, person.token)
  assert.equal(outcomeOf(added), '400 passkey_challenge_invalid', 'for a sign-in')
  const other = await t.as(`person${++people}`)
  const planted = browser.device.create(forAdding)
  const taken = await browser.call('POST', '/v1/auth/me/passkeys', planted.body, other.token)
  assert.equal(outcomeOf(taken), '400 passkey_challenge_invalid', 'of another account')

  const late = browser.device.get(stored, await browser.start())
  await t.advance(minutes(5))
  assert.equal(outcomeOf(await browser.finish(late)), '400 passkey_challenge_invalid', 'too late')
})

test('challenges that were never returned are deleted', async () => {
  await passkeyBrowser(t).start()
  await t.advance(days(1))
  const left = await t.db.selectFrom('passkeyChallenge').selectAll().execute()
  assert.deepEqual(left, [])
})

test('403 passkey_copied: a counter that does not increase is refused, and the audit log says so', async () => {
  const { person, browser, stored } = await withPasskey()
  assert.equal((await browser.signIn(stored, { counter: 7 })).status, 200)
  for (const counter of [7, 6, 0])
    assert.equal(outcomeOf(await browser.signIn(stored, { counter })), '403 passkey_copied')
  assert.equal((await actionsOf(person)).filter((action) => action === 'passkey.refused').length, 3)
  assert.equal((await browser.signIn(stored, { counter: 8 })).status, 200, 'the one with the higher counter')
})

test('a passkey that syncs has no counter', async () => {
  const person = await t.as(`person${++people}`)
  const browser = passkeyBrowser(t)
  const { stored } = await browser.add(person.token, { counter: 0 })
  for (let n = 0; n < 2; n++) assert.equal((await browser.signIn(stored, { counter: 0 })).status, 200)
})

test('403: a disabled user cannot sign in with a passkey, and can again when enabled', async () => {
  const { person, browser, stored } = await withPasskey()
  const admin = await t.as(`person${++people}`)
  await setRole(t.deps, admin.email, 'superadmin')
  await admin.post(`/v1/admin/users/${person.uid}/disable`, { reason: 'left' })
  assert.equal(outcomeOf(await browser.signIn(stored)), '403 user_disabled')
  await admin.post(`/v1/admin/users/${person.uid}/enable`)
  assert.equal((await browser.signIn(stored)).status, 200)
})

test('400: a removed passkey, an unknown one, a wrong signature and someone else’s name get the same response', async () => {
  const { person, browser, stored, passkey } = await withPasskey()
  const strange = softwareAuthenticator({ origin: 'https://posts.example.com', rpId: 'posts.example.com' })
  const unknown = strange.create({ challenge: 'x', user: { id: 'AAAA' } }).stored
  const other = await withPasskey()
  const forged = { ...browser.device.get(stored, await browser.start()), id: other.passkey.id.slice(5) }
  const swapped = { ...browser.device.get(stored, await browser.start()), userHandle: other.stored.userHandle }
  const unsigned = browser.device.get(stored, await browser.start())
  const cut = { ...unsigned, signature: `${unsigned.signature.slice(0, -6)}AAAAAA` }
  assert.equal((await person.delete(`/v1/auth/me/passkeys/${passkey.id}`)).status, 200)
  const answers = [
    await browser.signIn(stored),
    await browser.signIn(unknown),
    await browser.finish(forged),
    await browser.finish(swapped),
    await browser.finish(cut),
  ]
  for (const { status, body } of answers)
    assert.deepEqual([status, body.code, body.detail], [400, 'passkey_invalid', answers[0]?.body.detail])
})

test('400: an authenticator that has not verified the person is refused, at adding and at signing in', async () => {
  const { person, browser, stored } = await withPasskey()
  assert.equal(outcomeOf(await browser.signIn(stored, { isVerified: false })), '400 passkey_invalid')
  const { answer } = await browser.add(person.token, { isVerified: false })
  assert.equal(outcomeOf(answer), '400 passkey_invalid')
})

test('certificates are refused, so that the URLs in them are never fetched', async () => {
  const { person, browser } = await withPasskey()
  for (const fmt of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet']) {
    const attStmt = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(200)]],
    ])
    const { answer } = await browser.add(person.token, { attestation: { fmt, attStmt } })
    assert.equal(outcomeOf(answer), '400 passkey_invalid', fmt)
  }
})

test('adding needs a session that signed in within 15 minutes; keys and apps cannot do it', async () => {
  const person = await t.as(`person${++people}`)
  const { key } = (await person.post('/v1/api-keys', { name: 'all', scopes: ['profiles:read'] })).body
  assert.equal(outcomeOf(await t.withToken(key).post('/v1/auth/me/passkeys/start')), '403 identity_token_required')
  const browser = passkeyBrowser(t)
  const { body } = await browser.call('POST', '/v1/auth/me/passkeys/start', undefined, person.token)
  const made = browser.device.create(body).body
  await t.advance(minutes(15))
  const { token } = (await t.anyone.post('/v1/auth/token', { refreshToken: person.refreshToken })).body
  assert.equal(outcomeOf((await browser.add(token)).answer), '403 reauthentication_required')
  const late = await browser.call('POST', '/v1/auth/me/passkeys', made, token)
  assert.equal(outcomeOf(late), '403 reauthentication_required')
})

test('its owner gets an email for each change, names it, and finds all of it in the audit log and the export', async () => {
  const { person, passkey } = await withPasskey()
  const path = `/v1/auth/me/passkeys/${passkey.id}`
  assert.equal((await person.patch(path, { name: 'Work laptop' })).body.name, 'Work laptop')
  const stranger = await t.as(`person${++people}`)
  assert.equal(outcomeOf(await stranger.patch(path, { name: 'Mine' })), '403 passkey_forbidden')
  assert.equal(outcomeOf(await stranger.delete(path)), '403 passkey_forbidden')
  assert.equal((await person.delete(path)).status, 200)
  assert.equal(outcomeOf(await person.delete(path)), '404 passkey_not_found')
  const actions = (await actionsOf(person)).filter((action) => action.startsWith('passkey.'))
  assert.deepEqual(actions, ['passkey.removed', 'passkey.renamed', 'passkey.added'])
  const subjects = (await mailsTo(t, person.email)).map(({ subject }) => subject)
  assert.deepEqual(
    subjects.filter((subject) => /passkey/.test(subject)),
    ['A passkey was added to your account', 'A passkey was removed from your account'],
  )
})

test('names come from the password manager, and differ', async () => {
  const person = await t.as(`person${++people}`)
  const browser = passkeyBrowser(t)
  const named = async (aaguid: string) => (await browser.add(person.token, { aaguid })).answer.body.name
  const bitwarden = 'd548826e-79b4-db40-a3d8-11116f7e8349'
  assert.deepEqual(
    [await named(bitwarden), await named(bitwarden), await named('0'.repeat(32))],
    ['Bitwarden', 'Bitwarden 2', 'Passkey'],
  )
})

test('409: an account has at most 20, and a credential is added once', async () => {
  const { person, browser } = await withPasskey()
  const options = await browser.call('POST', '/v1/auth/me/passkeys/start', undefined, person.token)
  assert.equal(options.body.excludeCredentials.length, 1)
  const { body } = browser.device.create(options.body)
  assert.equal((await browser.call('POST', '/v1/auth/me/passkeys', body, person.token)).status, 201)
  for (let n = 2; n < 20; n++) assert.equal((await browser.add(person.token)).answer.status, 201)
  assert.equal(outcomeOf((await browser.add(person.token)).answer), '409 passkeys_full')
})

test('the passkeys of an account end with it', async () => {
  const { person, browser, stored } = await withPasskey()
  assert.equal((await person.delete('/v1/auth/me')).status, 200)
  assert.equal(outcomeOf(await browser.signIn(stored)), '400 passkey_invalid')
})

test('409 passkeys_unavailable: plain http works on localhost only', async () => {
  for (const [PUBLIC_URL, isAvailable] of [
    ['http://posts.example.com', false],
    ['https://192.0.2.7', false],
    ['http://localhost:3000', true],
  ] as const) {
    await using app = await startApp({ settings: { PUBLIC_URL } })
    const person = await app.as('ada')
    assert.equal((await app.anyone.get('/v1/auth/options')).body.passkeys, isAvailable)
    assert.equal((await person.get('/v1/auth/me/passkeys')).body.isAvailable, isAvailable)
    const { answer } = await passkeyBrowser(app).add(person.token)
    assert.equal(outcomeOf(answer), isAvailable ? 201 : '409 passkeys_unavailable')
    const started = await app.anyone.post('/v1/auth/passkeys/start')
    assert.equal(outcomeOf(started), isAvailable ? 200 : '409 passkeys_unavailable')
  }
})

test('hostile bodies are refused with 400, and never a 5xx', async () => {
  const { person, browser, stored } = await withPasskey()
  const bytes = (value: string | Uint8Array) => Buffer.from(value).toString('base64url')
  const odd = [
    'A',
    bytes('{}'),
    bytes('null'),
    bytes('[1]'),
    bytes(new Uint8Array(36)),
    bytes(new Uint8Array(300).fill(0xff)),
    bytes(new Uint8Array([0xbb, 255, 255, 255, 255, 255, 255, 255, 255])),
    bytes(Buffer.alloc(2_000, 0x81)),
  ]
  const good = async () => browser.device.get(stored, await browser.start())
  for (const field of ['id', 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'])
    for (const value of odd) {
      const { status, text } = await browser.finish({ ...(await good()), [field]: value })
      assert.equal(status, 400, `${field}: ${text}`)
    }
  for (const field of ['id', 'clientDataJSON', 'attestationObject'])
    for (const value of odd) {
      const options = await browser.call('POST', '/v1/auth/me/passkeys/start', undefined, person.token)
      const { body } = browser.device.create(options.body)
      const answer = await browser.call('POST', '/v1/auth/me/passkeys', { ...body, [field]: value }, person.token)
      assert.equal(answer.status, 400, `${field}: ${answer.text}`)
    }
  const { answer } = await browser.add(person.token, { algorithm: -65535 })
  assert.equal(outcomeOf(answer), '400 passkey_invalid')
})

async function resetPasswordOf(person: Person): Promise<void> {
  await t.anyone.post('/v1/auth/request-password-reset', { email: person.email })
  const token = (await mailsTo(t, person.email)).at(-1)?.token
  const { status, text } = await t.anyone.post('/v1/auth/reset-password', { token, password: 'quite another phrase' })
  assert.equal(status, 200, text)
}

test('a password reset keeps the passkeys of a confirmed address, and ends those of an unconfirmed one', async () => {
  const confirmed = await withPasskey()
  await markEmailVerified(t.deps, confirmed.person.email)
  await resetPasswordOf(confirmed.person)
  assert.equal((await confirmed.browser.signIn(confirmed.stored)).status, 200)

  const squatter = await withPasskey()
  await resetPasswordOf(squatter.person)
  assert.equal(outcomeOf(await squatter.browser.signIn(squatter.stored)), '400 passkey_invalid')
})

test('`posthorn user reset-mfa` removes the passkeys, too', async () => {
  const { person, browser, stored } = await withPasskey()
  assert.equal(await resetSecondFactor(t.deps, person.email), 'reset')
  assert.equal(outcomeOf(await browser.signIn(stored)), '400 passkey_invalid')
  assert.ok((await actionsOf(person)).includes('passkey.removed'))
  assert.equal(await resetSecondFactor(t.deps, person.email), 'not-enrolled')
})

test('ending all sessions keeps the passkeys: they prove more than a session', async () => {
  const { person, browser, stored } = await withPasskey()
  const { sessions } = (await person.get('/v1/auth/sessions')).body
  for (const { id } of sessions) assert.equal((await person.delete(`/v1/auth/sessions/${id}`)).status, 200)
  assert.equal((await person.get('/v1/auth/me')).status, 401)
  assert.equal((await browser.signIn(stored)).status, 200)
})
