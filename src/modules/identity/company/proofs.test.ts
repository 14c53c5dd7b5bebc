import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { type Issuer, openIssuer } from '#test/servers/issuer.ts'
import { companyBrowser } from '#test/world/company-browser.ts'
import { mailsTo } from '#test/world/mails.ts'
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

const mailTokenOf = async (address: string): Promise<string> =>
  (await mailsTo(t, address)).at(-1)?.token ?? assert.fail(`no mail for ${address}`)

/** Opens an account with an address that was only typed in at the provider. */
async function typeIn(sub: string, email: string) {
  const { body, text } = await (await arrive(sub, { email, email_verified: false })).finish()
  assert.equal(body.user?.emailVerified, false, text)
  return t.withToken(body.token)
}

test('who resets the password of an unconfirmed address ends the company sign-in that was there before', async () => {
  const email = 'ada.typed@example.com'
  const intruder = await typeIn('mallory-2', email)
  await t.anyone.post('/v1/auth/request-password-reset', { email })
  const reset = { token: await mailTokenOf(email), password: 'a few words in a row' }
  assert.equal((await t.anyone.post('/v1/auth/reset-password', reset)).status, 200)
  const again = await (await arrive('mallory-2', { email, email_verified: false })).finish()
  assert.equal(again.body.code, 'company_address_unverified')
  assert.equal((await intruder.get('/v1/auth/me')).status, 401)
})

test('who confirms an address without the session of its account ends the company sign-in and its sessions', async () => {
  const email = 'bea.typed@example.com'
  const intruder = await typeIn('mallory-3', email)
  const token = await mailTokenOf(email)
  assert.equal((await t.anyone.post('/v1/auth/verify-email', { token })).status, 200)
  const again = await (await arrive('mallory-3', { email, email_verified: false })).finish()
  assert.equal(again.body.code, 'company_address_unverified')
  assert.equal((await intruder.get('/v1/auth/me')).status, 401)
})

test('a person who confirms their address while they are signed in keeps their company sign-in', async () => {
  const email = 'cal.typed@example.com'
  const cal = await typeIn('cal', email)
  assert.equal((await cal.post('/v1/auth/verify-email', { token: await mailTokenOf(email) })).status, 200)
  assert.equal(await isConnected(cal), true)
  assert.equal((await (await arrive('cal', { email, email_verified: false })).finish()).status, 200)
})

test('a silent sign-in at the provider is as old as its `auth_time`; a signed-in person signs in there again', async () => {
  const seconds = () => Math.floor(t.now().getTime() / 1_000)
  const first = await arrive('dov', { auth_time: seconds() - 20 * 60 })
  assert.equal(first.query.get('max_age'), null, 'an ordinary sign-in is silent')
  const dov = t.withToken((await first.finish()).body.token)
  assert.equal((await dov.post('/v1/auth/me/company/start')).body.code, 'reauthentication_required')
  const started = await dov.post('/v1/auth/company/start', {})
  assert.equal(new URL(started.body.url).searchParams.get('max_age'), '60')

  const ahead = await (await arrive('dov', { auth_time: seconds() + 50 })).finish()
  const fresh = t.withToken(ahead.body.token)
  assert.equal((await fresh.post('/v1/auth/me/company/start')).status, 200)
  const { sessions } = (await fresh.get('/v1/auth/sessions')).body
  for (const { signedInAt } of sessions) assert.ok(Date.parse(signedInAt) <= t.now().getTime(), signedInAt)
})

test('superadmins whose roles end at the same time wait for each other', async () => {
  for (const name of ['eva', 'fay'])
    assert.equal((await (await arrive(name, { groups: ['owners'] })).finish()).body.user.role, 'superadmin')
  const ends = [await arrive('eva', { groups: [] }), await arrive('fay', { groups: [] })]
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
    return rows[0]?.n ?? 0
  }
  const pending = await inTx(t.db, async (tx) => {
    await tx.selectFrom('appUser').select('id').where('email', '=', 'owner@example.com').forUpdate().execute()
    const started = []
    for (const { finish } of ends) {
      started.push(finish())
      for (let n = 0; n < 500 && (await waiting()) < started.length; n++) await pause(10)
    }
    return { started }
  })
  const answers = await Promise.all(pending.started)
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.user?.role]),
    [
      [200, 'user'],
      [200, 'user'],
    ],
  )
})
