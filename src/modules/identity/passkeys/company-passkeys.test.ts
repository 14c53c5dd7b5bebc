import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { type Issuer, openIssuer } from '#test/servers/issuer.ts'
import { companyBrowser } from '#test/world/company-browser.ts'
import { passkeyBrowser } from '#test/world/passkeys.ts'
import { authenticator } from '#test/world/second-factor.ts'
import { markEmailVerified, setRole } from '../index.ts'

/** Passkeys next to company sign-in, and where it replaces passwords. */
let t: TestApp
let provider: Issuer
const PUBLIC_URL = 'https://posthorn.test'
before(async () => {
  provider = await openIssuer(() => t?.now() ?? epoch)
  await provider.addKey('first')
  t = await startApp({ settings: { ...provider.settings, OIDC_SIGN_IN: 'alongside', PUBLIC_URL } })
  await t.as('owner')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status < 300 ? status : `${status} ${body.code}`

/** Signs in at the provider. Returns what finishes the sign-in here. */
async function arrive(sub: string, claims: object, browser = companyBrowser(t)) {
  const { body } = await browser.call('POST', '/v1/auth/company/start', {})
  const query = new URL(body.url).searchParams
  const token = await provider.token(sub, { nonce: query.get('nonce'), ...claims })
  const returned = { state: query.get('state') ?? '', code: 'a' }
  return async (more: object = {}) => {
    provider.behaviour.tokens = { id_token: token }
    return await browser.finish(returned, more)
  }
}

test('a passkey replaces the code after company sign-in, if it belongs to the account', async () => {
  const person = await authenticator(t).enrolled()
  await markEmailVerified(t.deps, person.email)
  const device = passkeyBrowser(t)
  const own = (await device.add(person.token)).stored
  const other = (await device.add((await t.as('zoe')).token)).stored
  const browser = companyBrowser(t)
  const finish = await arrive('sub-1', { email: person.email, email_verified: true }, browser)
  assert.equal(outcomeOf(await finish()), '403 mfa_required')
  const prove = async (stored: typeof own) => {
    const { body } = await browser.call('POST', '/v1/auth/passkeys/start')
    return await finish({ passkey: device.device.get(stored, body) })
  }
  assert.equal(outcomeOf(await prove(other)), '400 passkey_invalid')
  const { status, body } = await prove(own)
  assert.deepEqual([status, body.user.uid], [200, person.uid])
})

test('409 password_required: the only way to sign in cannot be removed', async () => {
  const finish = await arrive('sub-2', { email: 'nora@example.com', email_verified: true, name: 'Nora' })
  const { token } = (await finish()).body
  const nora = t.withToken(token)
  const browser = passkeyBrowser(t)
  assert.equal(outcomeOf(await nora.delete('/v1/auth/me/company')), '409 password_required')
  const first = await browser.add(token)
  assert.equal(outcomeOf(await nora.delete('/v1/auth/me/company')), 200, 'the passkey remains')
  const path = `/v1/auth/me/passkeys/${first.answer.body.id}`
  assert.equal(outcomeOf(await nora.delete(path)), '409 password_required')
  await browser.add(token)
  assert.equal(outcomeOf(await nora.delete(path)), 200, 'another passkey remains')
})

test('403 company_sign_in_required: with `instead`, only superadmins have passkeys', async () => {
  const person = await t.as('pia')
  const browser = passkeyBrowser(t)
  const { stored } = await browser.add(person.token)
  await using strict = await startApp({
    beside: t,
    settings: { ...provider.settings, OIDC_SIGN_IN: 'instead', PUBLIC_URL },
  })
  const there = passkeyBrowser(strict)
  const signIn = async () => outcomeOf(await there.finish(browser.device.get(stored, await there.start())))
  const list = async (one: Person) => (await strict.withToken(one.token).get('/v1/auth/me/passkeys')).body.isAvailable
  assert.equal(await signIn(), '403 company_sign_in_required')
  assert.equal(await list(person), false)
  assert.equal(outcomeOf((await there.add(person.token)).answer), '403 company_sign_in_required')
  await setRole(t.deps, person.email, 'superadmin')
  strict.deps.callers.clear()
  assert.equal(await signIn(), 200)
  assert.equal(await list(person), true)
})
