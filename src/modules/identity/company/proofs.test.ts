import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { type Issuer, openIssuer } from '#test/servers/issuer.ts'
import { companyBrowser } from '#test/world/company-browser.ts'
import { secretOf } from '#test/world/second-factor.ts'
import { markEmailVerified, setRole } from '../index.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'

/** Checks what a company sign-in changes, and what must be proved before. All tests share one application. */
let t: TestApp
let provider: Issuer
before(async () => {
  provider = await openIssuer(() => t?.now() ?? epoch)
  await provider.addKey('first')
  const roles = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'owners=superadmin, helpers=support' }
  t = await startApp({ settings: { ...provider.settings, OIDC_SIGN_IN: 'alongside', ...roles } })
  await t.as('owner')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

/** Signs in at the provider as `sub`, with a token of these claims. Returns what finishes the sign-in. */
async function arrive(sub: string, claims: object, browser = companyBrowser(t)) {
  const { body } = await browser.call('POST', '/v1/auth/company/start', {})
  const query = new URL(body.url).searchParams
  const token = await provider.token(sub, { nonce: query.get('nonce'), ...claims })
  const returned = { state: query.get('state') ?? '', code: 'a' }
  return {
    query,
    finish: async (more: object = {}) => {
      provider.behaviour.tokens = { id_token: token }
      return await browser.finish(returned, more)
    },
  }
}

async function superadminWithApp(name: string) {
  const person = await t.as(name)
  await setRole(t.deps, person.email, 'superadmin')
  await markEmailVerified(t.deps, person.email)
  const secret = secretOf(await person.post('/v1/admin/mfa/enroll/start'))
  const code = () => codeAt(secret, stepAt(t.now()))
  assert.equal((await person.post('/v1/admin/mfa/enroll/verify', { code: code() })).status, 200)
  return { person, code }
}

const isConnected = async (person: Pick<Person, 'get'>): Promise<boolean> =>
  (await person.get('/v1/auth/me/company')).body.isConnected

test('403 mfa_required: without the second factor, nothing is connected and no role changes', async () => {
  const { person, code } = await superadminWithApp('zoe')
  const intruder = await arrive('mallory', { email: person.email, groups: [] })
  assert.equal((await intruder.finish()).body.code, 'mfa_required')
  assert.equal((await intruder.finish({ totp: '000000' })).body.code, 'mfa_code_invalid')
  assert.equal((await person.get('/v1/auth/me')).body.role, 'superadmin')
  assert.equal(await isConnected(person), false)

  const own = await arrive('zoe-at-work', { email: person.email, groups: ['helpers'] })
  assert.equal((await own.finish()).body.code, 'mfa_required')
  await t.turnClock(minutes(1))
  const { status, body, text } = await own.finish({ totp: code() })
  assert.equal(status, 200, text)
  assert.deepEqual([body.user.uid, body.user.role], [person.uid, 'support'])
  assert.equal(await isConnected(t.withToken(body.token)), true)
  const late = await intruder.finish({ totp: code() })
  assert.equal(late.body.code, 'company_account_taken', 'the account is taken in the meantime')
})

test('400: the code finishes no sign-in whose account has another address by now', async () => {
  const { person, code } = await superadminWithApp('yan')
  const { finish } = await arrive('yan-at-work', { email: person.email, groups: ['owners'] })
  assert.equal((await finish()).body.code, 'mfa_required')
  await t.db.updateTable('appUser').set({ email: 'yan@elsewhere.example' }).where('email', '=', person.email).execute()
  await t.turnClock(minutes(1))
  assert.equal((await finish({ totp: code() })).body.code, 'oauth_state_invalid')
  assert.equal(await isConnected(person), false)
})
