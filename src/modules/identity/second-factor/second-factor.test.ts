import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { authenticator, withCode } from '#test/world/second-factor.ts'

const start = '/v1/admin/mfa/enroll/start'
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

test('both sign-in routes require the code, after the password', async () => {
  const ada = await app.enrolled()
  const { email, password } = ada
  for (const path of ['/v1/auth/sign-in', '/v1/auth/session']) {
    assert.deepEqual(statusAndCode(await t.anyone.post(path, { email, password })), [403, 'mfa_required'])
    assert.deepEqual(statusAndCode(await t.anyone.post(path, { email, password, totp: app.wrong(ada) })), [
      403,
      'mfa_code_invalid',
    ])
    await nextStep()
    const bad = await t.anyone.post(path, { email, password: 'not her password', totp: app.codeNow(ada) })
    assert.deepEqual(statusAndCode(bad), [401, 'invalid_credentials'])
    const code = app.codeNow(ada)
    const { status, body } = await t.anyone.post(path, {
      email,
      password,
      totp: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    assert.equal(status, 200, 'a code sent with a wrong password is not used up')
    assert.equal(body.user.mfaEnabled, true)
  }
  assert.equal((await app.signIn(await app.staff(), '123456')).status, 200, 'a user without a factor may send anything')
})

test('each code works once, for either a sign-in or X-MFA-Code, and never after a later code', async () => {
  const ada = await app.enrolled()
  assert.deepEqual(
    statusAndCode(await app.signIn(ada, app.codeNow(ada))),
    [403, 'mfa_code_invalid'],
    'it was used to enrol',
  )
  await t.advance(seconds(90))
  const [older, newer] = [app.codeNow(ada), app.codeNow(ada, 1)]
  assert.equal((await app.signIn(ada, newer)).status, 200)
  for (const used of [newer, older]) {
    assert.deepEqual(statusAndCode(await app.signIn(ada, used)), [403, 'mfa_code_invalid'])
    assert.deepEqual(statusAndCode(await ada.post(generate, undefined, withCode(used))), [403, 'mfa_code_invalid'])
  }
  await t.advance(seconds(60))
  assert.equal((await ada.post(generate, undefined, withCode(app.codeNow(ada)))).status, 200)
  assert.deepEqual(statusAndCode(await app.signIn(ada, app.codeNow(ada))), [403, 'mfa_code_invalid'])
})

test('a code is accepted in its own time step, the previous one and the next one', async () => {
  const ada = await app.enrolled()
  const toBorder = seconds(30) - (t.now().getTime() % seconds(30))
  await t.advance(toBorder + seconds(60))
  const [ahead, tooFarAhead] = [app.codeNow(ada, 1), app.codeNow(ada, 2)]
  assert.deepEqual(statusAndCode(await app.signIn(ada, tooFarAhead)), [403, 'mfa_code_invalid'])
  assert.equal((await app.signIn(ada, ahead)).status, 200)
  await t.advance(seconds(60))
  const [kept, late] = [app.codeNow(ada), app.codeNow(ada, 1)]
  await t.advance(seconds(60) - 1)
  assert.equal((await app.signIn(ada, kept)).status, 200, 'the last millisecond')
  await t.advance(1 + seconds(30))
  assert.deepEqual(statusAndCode(await app.signIn(ada, late)), [403, 'mfa_code_invalid'], 'a step too late')
})

test('of 50 concurrent uses of one code, one succeeds, and no pause starts', async () => {
  const ada = await app.enrolled()
  await nextStep()
  const code = app.codeNow(ada)
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      nth % 2 ? app.signIn(ada, code) : ada.post(generate, undefined, withCode(code)),
    ),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(49).fill(403)])
  await nextStep()
  assert.equal((await app.signIn(ada, app.codeNow(ada))).status, 200)
})

test('429 mfa_paused: five wrong codes across all processes start a pause of 5 minutes', async () => {
  await using beside = await startApp({ beside: t })
  const ada = await app.enrolled()
  await nextStep()
  const guess = app.wrong(ada)
  const tries = await Promise.all(Array.from({ length: 20 }, (_, nth) => app.signIn(ada, guess, nth % 2 ? t : beside)))
  assert.deepEqual(tries.map(({ status }) => status).sort(), [...Array(5).fill(403), ...Array(15).fill(429)])

  await t.advance(minutes(5) - seconds(1))
  for (const on of [t, beside]) {
    const paused = await app.signIn(ada, app.codeNow(ada), on)
    assert.deepEqual(statusAndCode(paused), [429, 'mfa_paused'])
    assert.deepEqual([paused.headers['retry-after'], paused.body.retryAfterMs], ['1', 1_000])
  }
  assert.deepEqual(statusAndCode(await ada.post(generate, undefined, withCode(app.codeNow(ada)))), [429, 'mfa_paused'])
  assert.deepEqual(statusAndCode(await ada.post(generate)), [403, 'mfa_required'])
  await t.advance(seconds(1))
  assert.equal(
    (await app.signIn(ada, app.codeNow(ada))).status,
    200,
    'a correct code sent during the pause is not used up',
  )
  const pauses = await app.noted(ada, 'paused')
  assert.deepEqual(
    pauses.map(({ actorUid }) => actorUid),
    [null],
  )
})

test('a correct code resets the count of wrong codes, which otherwise accumulate without a time limit', async () => {
  const ada = await app.enrolled()
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 4; n++) assert.equal((await app.signIn(ada, app.wrong(ada))).status, 403)
    await nextStep()
    assert.equal((await app.signIn(ada, app.codeNow(ada))).status, 200)
  }
  for (let n = 0; n < 5; n++) {
    await t.advance(minutes(2))
    assert.equal((await app.signIn(ada, app.wrong(ada))).status, 403)
  }
  assert.deepEqual(statusAndCode(await app.signIn(ada, app.wrong(ada))), [429, 'mfa_paused'])
})

test('a recovery code replaces a code once, in any spelling, and ends a pause', async () => {
  const ada = await app.enrolled()
  const [first, second, third] = ada.recoveryCodes as [string, string, string]
  assert.equal((await app.signIn(ada, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status, 200)
  assert.deepEqual(statusAndCode(await app.signIn(ada, first)), [403, 'mfa_code_invalid'])
  assert.equal((await ada.post(start, undefined, withCode(second))).status, 200)
  for (let n = 0; n < 5; n++) await app.signIn(ada, app.wrong(ada))
  assert.deepEqual(statusAndCode(await app.signIn(ada, app.wrong(ada))), [429, 'mfa_paused'])
  assert.equal((await app.signIn(ada, third)).status, 200)
  await nextStep()
  assert.equal((await app.signIn(ada, app.codeNow(ada))).status, 200)
  const used = await app.noted(ada, 'recovery_code_used')
  const left = used.map(({ changes }) => (changes.recoveryCodesLeft as { to: number }).to)
  assert.deepEqual(left.sort(), [7, 8, 9])
  assert.ok(used.every(({ actorUid, requestId }) => actorUid !== null && requestId !== null))
})

test('of 50 concurrent uses of one recovery code, one succeeds', async () => {
  const ada = await app.enrolled()
  const all = await Promise.all(Array.from({ length: 50 }, () => app.signIn(ada, ada.recoveryCodes[4])))
  assert.equal(all.filter(({ status }) => status === 200).length, 1)
  assert.ok(all.every(({ status }) => [200, 403, 429].includes(status)))
})

test('new recovery codes require a code and invalidate the old ones', async () => {
  const ada = await app.enrolled()
  assert.deepEqual(statusAndCode(await (await t.as('plain-user')).post(generate)), [403, 'role_required'])
  assert.deepEqual(statusAndCode(await (await app.staff()).post(generate)), [403, 'mfa_enrolment_required'])
  assert.deepEqual(statusAndCode(await (await app.staff()).post(generate, undefined, withCode('123456'))), [
    403,
    'mfa_enrolment_required',
  ])
  assert.deepEqual(statusAndCode(await ada.post(generate)), [403, 'mfa_required'])
  assert.deepEqual(statusAndCode(await ada.post(generate, undefined, withCode(''))), [403, 'mfa_required'])
  const { status, body } = await ada.post(generate, undefined, withCode(app.codeNow(ada, 1)))
  assert.equal(status, 200)
  assert.equal(new Set([...body.recoveryCodes, ...ada.recoveryCodes]).size, 20)
  assert.deepEqual(statusAndCode(await app.signIn(ada, ada.recoveryCodes[1])), [403, 'mfa_code_invalid'])
  assert.equal((await app.signIn(ada, body.recoveryCodes[9])).status, 200)
  assert.deepEqual((await app.noted(ada, 'recovery_codes_replaced'))[0]?.changes, {
    recoveryCodesLeft: { from: 10, to: 10 },
  })
})

test('after SECRET_KEY is lost, app codes are rejected and recovery codes still work', async () => {
  const ada = await app.enrolled()
  await using other = await startApp({ beside: t, settings: { SECRET_KEY: '22'.repeat(32) } })
  await nextStep()
  assert.deepEqual(statusAndCode(await app.signIn(ada, app.codeNow(ada), other)), [403, 'mfa_code_invalid'])
  assert.equal((await app.signIn(ada, ada.recoveryCodes[0], other)).status, 200)
})
