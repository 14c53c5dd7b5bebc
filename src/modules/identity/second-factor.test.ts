import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import type { Answer } from '#test/client.ts'
import { type Person, startApp, type TestApp } from '#test/harness.ts'
import { resetSecondFactor } from './actions/remove-second-factor.ts'
import { setRole } from './actions/set-account.ts'
import { base32, codeAt, stepAt } from './totp.ts'

const start = '/v1/admin/mfa/enroll/start'
const verify = '/v1/admin/mfa/enroll/verify'
const generate = '/v1/admin/mfa/recovery-codes/generate'

/** All tests share one application, each with people of its own. */
let t: TestApp
let people = 0
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

async function staff(): Promise<Person> {
  const person = await t.as(`staff${++people}`)
  await setRole(t.deps, person.email, 'support')
  return person
}

interface Enrolled extends Person {
  readonly secret: Buffer
  readonly recoveryCodes: readonly string[]
}

async function enrolled(): Promise<Enrolled> {
  const person = await staff()
  const secret = secretOf(await person.post(start))
  const { status, body } = await person.post(verify, { code: codeAt(secret, stepAt(t.now())) })
  assert.equal(status, 200)
  return { ...person, secret, recoveryCodes: body.recoveryCodes }
}

function secretOf({ status, body, text }: Answer): Buffer {
  assert.equal(status, 200, text)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...body.secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const codeNow = (person: Enrolled, ahead = 0) => codeAt(person.secret, stepAt(t.now()) + ahead)
const nextStep = () => t.advance(seconds(30))
const signIn = ({ email, password }: Person, totp?: string, on = t) =>
  on.anyone.post('/v1/auth/sign-in', { email, password, ...(totp === undefined ? {} : { totp }) })
const withCode = (code: string) => ({ headers: { 'x-mfa-code': code } })
const said = ({ status, body }: Answer) => [status, body.code]
const wrong = (person: Enrolled) => {
  const near = [-1, 0, 1].map((ahead) => codeNow(person, ahead))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!
}
/** What was noted about a person's factor, in the order of the alphabet: what is noted in one moment has no other. */
const trail = async (person: Person) =>
  await t.db
    .selectFrom('auditEntry')
    .select(['action', 'actorUid', 'requestId', 'changes'])
    .where('subject', '=', person.uid)
    .where('action', 'like', 'second_factor.%')
    .orderBy('action')
    .execute()
const noted = async (person: Person, action: string) =>
  (await trail(person)).filter((entry) => entry.action === `second_factor.${action}`)

test('200: a secret is shown, and in force once a code of it is sent back', async () => {
  const ada = await staff()
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
  assert.equal((await signIn(ada)).status, 200, 'nothing is asked yet')

  const { status, body } = await ada.post(verify, { code: codeAt(secretOf(started), stepAt(t.now())) })
  assert.equal(status, 200)
  assert.equal(body.enabled, true)
  assert.equal(new Set(body.recoveryCodes).size, 10)
  for (const code of body.recoveryCodes) assert.match(code, /^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}$/)
  assert.equal((await ada.get('/v1/auth/me')).body.mfaEnabled, true)
  assert.deepEqual(said(await signIn(ada)), [403, 'mfa_required'])
  const actions = (await trail(ada)).map(({ action }) => action)
  assert.deepEqual(actions, ['second_factor.enabled', 'second_factor.enrolment_started'])
})

test('the secret is in no answer but that of the start, and nothing is stored or audited in plain text', async () => {
  const ada = await enrolled()
  await nextStep()
  const answers = [
    await ada.get('/v1/auth/me'),
    await ada.get('/v1/auth/me/audit-log'),
    await ada.post(verify, { code: codeNow(ada) }),
    await signIn(ada, codeNow(ada)),
    await ada.post(generate, undefined, withCode(ada.recoveryCodes[0]!)),
  ].map(({ text }) => text)
  await ada.post(start, undefined, withCode(codeNow(ada, 1)))
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

test('403: users without a role do not enrol; each of the others does', async () => {
  const user = await t.as(`plain${++people}`)
  for (const path of [start, verify])
    assert.deepEqual(said(await user.post(path, path === verify ? { code: '1' } : undefined)), [403, 'role_required'])
  for (const role of ['support', 'admin', 'superadmin'] as const) {
    await setRole(t.deps, user.email, role)
    assert.equal((await user.post(start)).status, 200, role)
  }
  await setRole(t.deps, user.email, 'user')
})

test('403 reauthentication_required: the first enrolment wants a sign-in within the last 15 minutes', async () => {
  const ada = await staff()
  await t.advance(minutes(15) - 1)
  const young = await t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })
  assert.equal((await t.withToken(young.body.token).post(start)).status, 200)
  await t.advance(1)
  const old = t.withToken(young.body.token)
  assert.deepEqual(said(await old.post(start)), [403, 'reauthentication_required'])
})

test('of two starts the last one counts', async () => {
  const ada = await staff()
  const first = secretOf(await ada.post(start))
  const last = secretOf(await ada.post(start))
  assert.notDeepEqual(first, last)
  assert.deepEqual(said(await ada.post(verify, { code: codeAt(first, stepAt(t.now())) })), [403, 'mfa_code_invalid'])
  assert.equal((await ada.post(verify, { code: codeAt(last, stepAt(t.now())) })).status, 200)
  assert.deepEqual(said(await ada.post(verify, { code: codeAt(last, stepAt(t.now()) + 1) })), [
    409,
    'mfa_enrolment_not_started',
  ])
})

test('409 mfa_enrolment_not_started: nothing was started, or longer than 15 minutes ago', async () => {
  const ada = await staff()
  assert.deepEqual(said(await ada.post(verify, { code: '123456' })), [409, 'mfa_enrolment_not_started'])
  const secret = secretOf(await ada.post(start))
  await t.advance(minutes(15))
  const again = t.withToken((await signIn(ada)).body.token)
  const late = await again.post(verify, { code: codeAt(secret, stepAt(t.now())) })
  assert.deepEqual(said(late), [409, 'mfa_enrolment_not_started'])
})

test('a factor is replaced by one of its own codes, and stays in force until the new one is proved', async () => {
  const ada = await enrolled()
  assert.deepEqual(said(await ada.post(start)), [403, 'mfa_required'])
  assert.deepEqual(said(await ada.post(start, undefined, withCode(wrong(ada)))), [403, 'mfa_code_invalid'])
  const secret = secretOf(await ada.post(start, undefined, withCode(codeNow(ada, 1))))
  await t.advance(seconds(60))
  assert.equal((await signIn(ada, codeNow(ada))).status, 200)
  assert.equal((await ada.post(verify, { code: codeAt(secret, stepAt(t.now())) })).status, 200)
  await nextStep()
  assert.deepEqual(said(await signIn(ada, codeNow(ada))), [403, 'mfa_code_invalid'])
  assert.deepEqual(
    said(await signIn(ada, ada.recoveryCodes[0])),
    [403, 'mfa_code_invalid'],
    'old recovery codes are void',
  )
  assert.equal((await signIn(ada, codeAt(secret, stepAt(t.now())))).status, 200)
  assert.equal((await noted(ada, 'replaced')).length, 1)
})

test('both ways to sign in want the code, and the password first', async () => {
  const ada = await enrolled()
  const { email, password } = ada
  for (const path of ['/v1/auth/sign-in', '/v1/auth/session']) {
    assert.deepEqual(said(await t.anyone.post(path, { email, password })), [403, 'mfa_required'])
    assert.deepEqual(said(await t.anyone.post(path, { email, password, totp: wrong(ada) })), [403, 'mfa_code_invalid'])
    await nextStep()
    const bad = await t.anyone.post(path, { email, password: 'not her password', totp: codeNow(ada) })
    assert.deepEqual(said(bad), [401, 'invalid_credentials'])
    const code = codeNow(ada)
    const { status, body } = await t.anyone.post(path, {
      email,
      password,
      totp: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    assert.equal(status, 200, 'a code that a wrong password came with is not used up')
    assert.equal(body.user.mfaEnabled, true)
  }
  assert.equal((await signIn(await staff(), '123456')).status, 200, 'who has no factor may send anything')
})

test('each code is good once, for sign-in and X-MFA-Code together, and an older one not at all after it', async () => {
  const ada = await enrolled()
  assert.deepEqual(said(await signIn(ada, codeNow(ada))), [403, 'mfa_code_invalid'], 'it was used to enrol')
  await t.advance(seconds(90))
  const [older, newer] = [codeNow(ada), codeNow(ada, 1)]
  assert.equal((await signIn(ada, newer)).status, 200)
  for (const used of [newer, older]) {
    assert.deepEqual(said(await signIn(ada, used)), [403, 'mfa_code_invalid'])
    assert.deepEqual(said(await ada.post(generate, undefined, withCode(used))), [403, 'mfa_code_invalid'])
  }
  await t.advance(seconds(60))
  assert.equal((await ada.post(generate, undefined, withCode(codeNow(ada)))).status, 200)
  assert.deepEqual(said(await signIn(ada, codeNow(ada))), [403, 'mfa_code_invalid'])
})

test('a code is taken from the beginning of the step before it to the end of the step after it', async () => {
  const ada = await enrolled()
  const toBorder = seconds(30) - (t.now().getTime() % seconds(30))
  await t.advance(toBorder + seconds(60))
  const [ahead, tooFarAhead] = [codeNow(ada, 1), codeNow(ada, 2)]
  assert.deepEqual(said(await signIn(ada, tooFarAhead)), [403, 'mfa_code_invalid'])
  assert.equal((await signIn(ada, ahead)).status, 200)
  await t.advance(seconds(60))
  const [kept, late] = [codeNow(ada), codeNow(ada, 1)]
  await t.advance(seconds(60) - 1)
  assert.equal((await signIn(ada, kept)).status, 200, 'the last millisecond')
  await t.advance(1 + seconds(30))
  assert.deepEqual(said(await signIn(ada, late)), [403, 'mfa_code_invalid'], 'a step too late')
})

test('of fifty uses of one code at once one is let in, and no pause follows', async () => {
  const ada = await enrolled()
  await nextStep()
  const code = codeNow(ada)
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, nth) =>
      nth % 2 ? signIn(ada, code) : ada.post(generate, undefined, withCode(code)),
    ),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(49).fill(403)])
  await nextStep()
  assert.equal((await signIn(ada, codeNow(ada))).status, 200)
})

test('429 mfa_paused: after five wrong codes, on all processes together, for 5 minutes', async () => {
  await using beside = await startApp({ beside: t })
  const ada = await enrolled()
  await nextStep()
  const guess = wrong(ada)
  const tries = await Promise.all(Array.from({ length: 20 }, (_, nth) => signIn(ada, guess, nth % 2 ? t : beside)))
  assert.deepEqual(tries.map(({ status }) => status).sort(), [...Array(5).fill(403), ...Array(15).fill(429)])

  await t.advance(minutes(5) - seconds(1))
  for (const on of [t, beside]) {
    const paused = await signIn(ada, codeNow(ada), on)
    assert.deepEqual(said(paused), [429, 'mfa_paused'])
    assert.deepEqual([paused.headers['retry-after'], paused.body.retryAfterMs], ['1', 1_000])
  }
  assert.deepEqual(said(await ada.post(generate, undefined, withCode(codeNow(ada)))), [429, 'mfa_paused'])
  assert.deepEqual(said(await ada.post(generate)), [403, 'mfa_required'])
  await t.advance(seconds(1))
  assert.equal((await signIn(ada, codeNow(ada))).status, 200, 'a right code that came in the pause is not used up')
  const pauses = await noted(ada, 'paused')
  assert.deepEqual(
    pauses.map(({ actorUid }) => actorUid),
    [null],
  )
})

test('wrong codes that a right one follows are forgotten; others add up, however slowly they come', async () => {
  const ada = await enrolled()
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 4; n++) assert.equal((await signIn(ada, wrong(ada))).status, 403)
    await nextStep()
    assert.equal((await signIn(ada, codeNow(ada))).status, 200)
  }
  for (let n = 0; n < 5; n++) {
    await t.advance(minutes(2))
    assert.equal((await signIn(ada, wrong(ada))).status, 403)
  }
  assert.deepEqual(said(await signIn(ada, wrong(ada))), [429, 'mfa_paused'])
})

test('wrong codes while enrolling begin the pause too', async () => {
  const ada = await staff()
  const secret = secretOf(await ada.post(start))
  const guess = wrong({ ...ada, secret, recoveryCodes: [] })
  for (let n = 0; n < 5; n++) assert.deepEqual(said(await ada.post(verify, { code: guess })), [403, 'mfa_code_invalid'])
  assert.deepEqual(said(await ada.post(verify, { code: codeAt(secret, stepAt(t.now())) })), [429, 'mfa_paused'])
})

test('a recovery code stands in for a code once, as it is typed from paper, and ends a pause', async () => {
  const ada = await enrolled()
  const [first, second, third] = ada.recoveryCodes as [string, string, string]
  assert.equal((await signIn(ada, ` ${first.toUpperCase().replaceAll('-', ' ')}`)).status, 200)
  assert.deepEqual(said(await signIn(ada, first)), [403, 'mfa_code_invalid'])
  assert.equal((await ada.post(start, undefined, withCode(second))).status, 200)
  for (let n = 0; n < 5; n++) await signIn(ada, wrong(ada))
  assert.deepEqual(said(await signIn(ada, wrong(ada))), [429, 'mfa_paused'])
  assert.equal((await signIn(ada, third)).status, 200)
  await nextStep()
  assert.equal((await signIn(ada, codeNow(ada))).status, 200)
  const used = await noted(ada, 'recovery_code_used')
  const left = used.map(({ changes }) => (changes['recoveryCodesLeft'] as { to: number }).to)
  assert.deepEqual(left.sort(), [7, 8, 9])
  assert.ok(used.every(({ actorUid, requestId }) => actorUid !== null && requestId !== null))
})

test('of fifty uses of one recovery code at once one is let in', async () => {
  const ada = await enrolled()
  const all = await Promise.all(Array.from({ length: 50 }, () => signIn(ada, ada.recoveryCodes[4])))
  assert.equal(all.filter(({ status }) => status === 200).length, 1)
  assert.ok(all.every(({ status }) => [200, 403, 429].includes(status)))
})

test('new recovery codes void the old ones, and are had for a code only', async () => {
  const ada = await enrolled()
  assert.deepEqual(said(await (await staff()).post(generate)), [403, 'mfa_enrolment_required'])
  assert.deepEqual(said(await (await staff()).post(generate, undefined, withCode('123456'))), [
    403,
    'mfa_enrolment_required',
  ])
  assert.deepEqual(said(await ada.post(generate)), [403, 'mfa_required'])
  assert.deepEqual(said(await ada.post(generate, undefined, withCode(''))), [403, 'mfa_required'])
  const { status, body } = await ada.post(generate, undefined, withCode(codeNow(ada, 1)))
  assert.equal(status, 200)
  assert.equal(new Set([...body.recoveryCodes, ...ada.recoveryCodes]).size, 20)
  assert.deepEqual(said(await signIn(ada, ada.recoveryCodes[1])), [403, 'mfa_code_invalid'])
  assert.equal((await signIn(ada, body.recoveryCodes[9])).status, 200)
  assert.deepEqual((await noted(ada, 'recovery_codes_replaced'))[0]?.changes, {
    recoveryCodesLeft: { from: 10, to: 10 },
  })
})

test('whoever has a factor can take it away with a code, also without a role', async () => {
  const ada = await enrolled()
  await setRole(t.deps, ada.email, 'user')
  assert.deepEqual(said(await ada.delete('/v1/admin/mfa')), [403, 'mfa_required'])
  assert.equal((await ada.delete('/v1/admin/mfa', undefined, withCode(codeNow(ada, 1)))).status, 200)
  assert.equal((await ada.get('/v1/auth/me')).body.mfaEnabled, false)
  assert.equal((await signIn(ada)).status, 200)
  assert.deepEqual(said(await ada.delete('/v1/admin/mfa', undefined, withCode('123456'))), [
    403,
    'mfa_enrolment_required',
  ])
  assert.ok((await noted(ada, 'removed'))[0]?.actorUid)
})

test('who has lost everything is let in again by whoever runs the installation', async () => {
  const ada = await enrolled()
  assert.equal(await resetSecondFactor(t.deps, 'nobody@example.com'), 'unknown-user')
  assert.equal(await resetSecondFactor(t.deps, ` ${ada.email.toUpperCase()}`), 'reset')
  assert.equal(await resetSecondFactor(t.deps, ada.email), 'not-enrolled')
  const { status, body } = await signIn(ada)
  assert.deepEqual([status, body.user.mfaEnabled], [200, false])
  assert.equal((await noted(ada, 'removed'))[0]?.actorUid, null)
})

test('with a lost SECRET_KEY the codes of the app are refused, and recovery codes still let in', async () => {
  const ada = await enrolled()
  await using other = await startApp({ beside: t, settings: { SECRET_KEY: '22'.repeat(32) } })
  await nextStep()
  assert.deepEqual(said(await signIn(ada, codeNow(ada), other)), [403, 'mfa_code_invalid'])
  assert.equal((await signIn(ada, ada.recoveryCodes[0], other)).status, 200)
})

test('a factor goes with its person', async () => {
  const ada = await enrolled()
  const rows = async () => {
    const factors = await t.db.selectFrom('secondFactor').select('uid').execute()
    const codes = await t.db.selectFrom('recoveryCode').select('uid').execute()
    return [factors.length, codes.length] as const
  }
  const [factors, codes] = await rows()
  assert.equal((await ada.delete('/v1/auth/me')).status, 200)
  assert.deepEqual(await rows(), [factors - 1, codes - 10])
})
