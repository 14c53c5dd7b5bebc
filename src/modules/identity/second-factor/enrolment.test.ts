import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { authenticator, secretOf, withCode } from '#test/world/second-factor.ts'
import { setRole } from '../people/actions.ts'
import { resetSecondFactor } from './actions.ts'
import { findSecondFactor } from './store.ts'
import { base32, codeAt, stepAt } from './totp.ts'

const start = '/v1/admin/mfa/enroll/start'
const verify = '/v1/admin/mfa/enroll/verify'
const generate = '/v1/admin/mfa/recovery-codes/generate'

/** All tests share one application; each creates separate users. */
let t: TestApp
let app: ReturnType<typeof authenticator>
before(async () => {
  t = await startApp()
  app = authenticator(t)
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

const nextStep = () => t.advance(seconds(30))
const statusAndCode = ({ status, body }: Answer) => [status, body.code]

test('200: enrollment shows a secret, which takes effect when one of its codes is sent', async () => {
  const ada = await app.staff()
  const started = await ada.post(start)
  assert.deepEqual(Object.keys(started.body).sort(), ['otpauthUrl', 'qrSvg', 'secret'])
  assert.match(started.body.secret, /^[A-Z2-7]{32}$/)
  const { email } = ada
  assert.equal(
    started.body.otpauthUrl,
    `otpauth://totp/Posthorn%20posthorn.test:${encodeURIComponent(email)}?secret=${started.body.secret}&issuer=Posthorn%20posthorn.test&algorithm=SHA1&digits=6&period=30`,
  )
  assert.match(
    started.body.qrSvg,
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"><rect [^>]*\/><path [^>]*\/><\/svg>$/,
  )
  assert.equal((await ada.get('/v1/auth/me')).body.mfaEnabled, false)
  assert.equal((await app.signIn(ada)).status, 200, 'nothing is required yet')

  const { status, body } = await ada.post(verify, { code: codeAt(secretOf(started), stepAt(t.now())) })
  assert.equal(status, 200)
  assert.equal(body.enabled, true)
  assert.equal(new Set(body.recoveryCodes).size, 10)
  for (const code of body.recoveryCodes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}$/)
  assert.equal((await ada.get('/v1/auth/me')).body.mfaEnabled, true)
  assert.deepEqual(statusAndCode(await app.signIn(ada)), [403, 'mfa_required'])
  const actions = (await app.noted(ada)).map(({ action }) => action)
  assert.deepEqual(actions, ['second_factor.enabled', 'second_factor.enrolment_started'])
})

test('enabling the second factor ends all other sessions', async () => {
  const ada = await app.staff()
  const other = t.withToken((await app.signIn(ada)).body.token)
  assert.equal((await other.get('/v1/auth/me')).status, 200)
  const started = await ada.post(start)
  assert.equal((await ada.post(verify, { code: codeAt(secretOf(started), stepAt(t.now())) })).status, 200)
  assert.equal((await other.get('/v1/auth/me')).status, 401)
  assert.equal((await ada.get('/v1/auth/me')).status, 200)
})

test('only the start of an enrollment returns the secret; nothing is stored or audited in plain text', async () => {
  const ada = await app.enrolled()
  await nextStep()
  const answers = [
    await ada.get('/v1/auth/me'),
    await ada.get('/v1/auth/me/audit-log'),
    await ada.post(verify, { code: app.codeNow(ada) }),
    await app.signIn(ada, app.codeNow(ada)),
    await ada.post(generate, undefined, withCode(ada.recoveryCodes[0]!)),
  ].map(({ text }) => text)
  await ada.post(start, undefined, withCode(app.codeNow(ada, 1)))
  const stored: unknown[] = []
  for (const table of ['secondFactor', 'recoveryCode', 'auditEntry', 'idempotency'] as const)
    stored.push(await t.db.selectFrom(table).selectAll().execute())
  const everything = JSON.stringify([answers, stored], (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value,
  )
  assert.ok(everything.includes('sealedSecret'))
  for (const plain of [
    ada.secret.toString('hex'),
    ada.secret.toString('base64'),
    base32(ada.secret),
    ...ada.recoveryCodes,
  ])
    assert.ok(!everything.includes(plain), plain)
})

test('403 role_required: ordinary users cannot enroll, and staff can', async () => {
  const user = await t.as('plain')
  for (const path of [start, verify])
    assert.deepEqual(statusAndCode(await user.post(path, path === verify ? { code: '1' } : undefined)), [
      403,
      'role_required',
    ])
  for (const role of ['support', 'admin', 'superadmin'] as const) {
    await setRole(t.deps, user.email, role)
    assert.equal((await user.post(start)).status, 200, role)
  }
  await setRole(t.deps, user.email, 'user')
})

test('403 reauthentication_required: a first enrollment requires a sign-in within the last 15 minutes', async () => {
  const ada = await app.staff()
  await t.advance(minutes(15) - 1)
  const young = await t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })
  assert.equal((await t.withToken(young.body.token).post(start)).status, 200)
  await t.advance(1)
  const old = t.withToken(young.body.token)
  assert.deepEqual(statusAndCode(await old.post(start)), [403, 'reauthentication_required'])
})

test('only the latest start of an enrollment counts', async () => {
  const ada = await app.staff()
  const first = secretOf(await ada.post(start))
  const last = secretOf(await ada.post(start))
  assert.notDeepEqual(first, last)
  assert.deepEqual(statusAndCode(await ada.post(verify, { code: codeAt(first, stepAt(t.now())) })), [
    403,
    'mfa_code_invalid',
  ])
  assert.equal((await ada.post(verify, { code: codeAt(last, stepAt(t.now())) })).status, 200)
  assert.deepEqual(statusAndCode(await ada.post(verify, { code: codeAt(last, stepAt(t.now()) + 1) })), [
    409,
    'mfa_enrolment_not_started',
  ])
})

test('of ten concurrent verifications, one succeeds, and only its recovery codes work', async () => {
  const ada = await app.staff()
  const code = codeAt(secretOf(await ada.post(start)), stepAt(t.now()))
  const all = await Promise.all(Array.from({ length: 10 }, () => ada.post(verify, { code })))
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
  const { recoveryCodes } = all.find(({ status }) => status === 200)!.body
  assert.equal((await app.signIn(ada, recoveryCodes[0])).status, 200)
})

test('409 mfa_enrolment_not_started: no enrollment was started within the last 15 minutes', async () => {
  const ada = await app.staff()
  assert.deepEqual(statusAndCode(await ada.post(verify, { code: '123456' })), [409, 'mfa_enrolment_not_started'])
  const secret = secretOf(await ada.post(start))
  await t.advance(minutes(15))
  const again = t.withToken((await app.signIn(ada)).body.token)
  const late = await again.post(verify, { code: codeAt(secret, stepAt(t.now())) })
  assert.deepEqual(statusAndCode(late), [409, 'mfa_enrolment_not_started'])
})

test('replacing a factor requires one of its codes, and the old factor works until the new one is verified', async () => {
  const ada = await app.enrolled()
  assert.deepEqual(statusAndCode(await ada.post(start)), [403, 'mfa_required'])
  assert.deepEqual(statusAndCode(await ada.post(start, undefined, withCode(app.wrong(ada)))), [403, 'mfa_code_invalid'])
  const secret = secretOf(await ada.post(start, undefined, withCode(app.codeNow(ada, 1))))
  await t.advance(seconds(60))
  assert.equal((await app.signIn(ada, app.codeNow(ada))).status, 200)
  assert.equal((await ada.post(verify, { code: codeAt(secret, stepAt(t.now())) })).status, 200)
  await nextStep()
  assert.deepEqual(statusAndCode(await app.signIn(ada, app.codeNow(ada))), [403, 'mfa_code_invalid'])
  assert.deepEqual(
    statusAndCode(await app.signIn(ada, ada.recoveryCodes[0])),
    [403, 'mfa_code_invalid'],
    'old recovery codes are void',
  )
  assert.equal((await app.signIn(ada, codeAt(secret, stepAt(t.now())))).status, 200)
  assert.equal((await app.noted(ada, 'replaced')).length, 1)
})

test('wrong codes during enrollment also start a pause', async () => {
  const ada = await app.staff()
  const secret = secretOf(await ada.post(start))
  const guess = app.wrong({ secret })
  for (let n = 0; n < 5; n++)
    assert.deepEqual(statusAndCode(await ada.post(verify, { code: guess })), [403, 'mfa_code_invalid'])
  assert.deepEqual(statusAndCode(await ada.post(verify, { code: codeAt(secret, stepAt(t.now())) })), [
    429,
    'mfa_paused',
  ])
})

test('a user with a factor can remove it with a code, even without a staff role', async () => {
  const ada = await app.enrolled()
  await setRole(t.deps, ada.email, 'user')
  assert.deepEqual(statusAndCode(await ada.delete('/v1/admin/mfa')), [403, 'mfa_required'])
  assert.equal((await ada.delete('/v1/admin/mfa', undefined, withCode(app.codeNow(ada, 1)))).status, 200)
  assert.equal((await ada.get('/v1/auth/me')).body.mfaEnabled, false)
  assert.equal((await app.signIn(ada)).status, 200)
  assert.deepEqual(statusAndCode(await ada.delete('/v1/admin/mfa', undefined, withCode('123456'))), [
    403,
    'mfa_enrolment_required',
  ])
  assert.ok((await app.noted(ada, 'removed'))[0]?.actorUid)
})

test('the operator can remove the factor of a user who has lost both app and recovery codes', async () => {
  const ada = await app.enrolled()
  assert.equal(await resetSecondFactor(t.deps, 'nobody@example.com'), 'unknown-user')
  assert.equal(await resetSecondFactor(t.deps, ` ${ada.email.toUpperCase()}`), 'reset')
  assert.equal(await resetSecondFactor(t.deps, ada.email), 'not-enrolled')
  const { status, body } = await app.signIn(ada)
  assert.deepEqual([status, body.user.mfaEnabled], [200, false])
  assert.equal((await app.noted(ada, 'removed'))[0]?.actorUid, null)
})

test("a sealed secret copied to another user's row cannot be decrypted", async () => {
  const [ada, eve] = [await app.enrolled(), await app.enrolled()]
  const factorOf = (person: Person) => findSecondFactor(t.db, fromWire('usr', person.uid)!)
  const { sealedSecret } = (await factorOf(eve))!
  await t.db
    .updateTable('secondFactor')
    .set({ sealedSecret })
    .where('uid', '=', (await factorOf(ada))!.uid)
    .execute()
  await nextStep()
  assert.deepEqual(statusAndCode(await app.signIn(ada, app.codeNow(eve))), [403, 'mfa_code_invalid'])
})

test('deleting a user deletes the second factor', async () => {
  const ada = await app.enrolled()
  const rows = async () => {
    const factors = await t.db.selectFrom('secondFactor').select('uid').execute()
    const codes = await t.db.selectFrom('recoveryCode').select('uid').execute()
    return [factors.length, codes.length] as const
  }
  const [factors, codes] = await rows()
  assert.equal((await ada.delete('/v1/auth/me')).status, 200)
  assert.deepEqual(await rows(), [factors - 1, codes - 10])
})
