import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { hours, minutes } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { patienceMs } from '#test/harness/patience.ts'
import { mailsTo } from '#test/world/mails.ts'

let t: TestApp
let people = 0
const someone = (): Promise<Person> => t.as(`reader${++people}`)
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

const last = async (address: string) => (await mailsTo(t, address)).at(-1) ?? assert.fail(`no mail for ${address}`)
const verify = (token: string) => t.anyone.post('/v1/auth/verify-email', { token })
const me = async (person: Person) => (await person.get('/v1/auth/me')).body
const signIn = (email: string, password: string) => t.anyone.post('/v1/auth/sign-in', { email, password })
async function verified(): Promise<Person> {
  const person = await someone()
  assert.equal((await verify((await last(person.email)).token)).status, 200)
  return person
}
async function signedInAgain(person: Person) {
  return t.withToken((await signIn(person.email, person.password)).body.token)
}
const actions = async (person: { get: Person['get'] }) =>
  (await person.get('/v1/auth/me/audit-log')).body.entries.map((entry: { action: string }) => entry.action)

test('the welcome email’s token confirms the address once', async () => {
  const ada = await someone()
  const { subject, token } = await last(ada.email)
  assert.match(subject, /^Welcome to Posthorn/)
  assert.equal((await me(ada)).emailVerified, false)
  const good = await verify(token)
  assert.deepEqual([good.status, good.body], [200, { ok: true }])
  assert.equal((await me(ada)).emailVerified, true)
  const again = await verify(token)
  assert.deepEqual([again.status, again.body.code], [400, 'mail_token_invalid'])
  assert.ok((await actions(ada)).includes('user.email_verified'))
})

test('send-verification: 201 with the address and expiry three times an hour, then 429 with Retry-After', async () => {
  const ada = await someone()
  await t.settle()
  for (let n = 0; n < 3; n++) {
    const sent = await ada.post('/v1/auth/send-verification')
    assert.equal(sent.status, 201)
    assert.deepEqual(sent.body, {
      sentTo: ada.email,
      expiresAt: new Date(t.now().getTime() + hours(48)).toISOString(),
    })
    if (n === 0) await t.advance(minutes(10))
  }
  const refused = await ada.post('/v1/auth/send-verification')
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.retryAfterMs, refused.headers['retry-after']],
    [429, 'rate_limited', minutes(50), '3000'],
  )
  assert.equal((await mailsTo(t, ada.email)).length, 4, 'the welcome and three')
  await t.advance(minutes(50))
  const back = await signedInAgain(ada)
  assert.equal((await back.post('/v1/auth/send-verification')).status, 201)
  assert.equal((await back.post('/v1/auth/send-verification')).status, 429)
  const [first, ...newer] = (await mailsTo(t, ada.email)).map((mail) => mail.token)
  assert.equal((await verify(first!)).status, 400, 'a newer one replaced it')
  assert.equal((await verify(newer.at(-1)!)).status, 200)
  const done = await back.post('/v1/auth/send-verification')
  assert.deepEqual([done.status, done.body.code], [409, 'email_already_verified'])
})

test('emailed tokens expire: after 48 hours to confirm an address, 24 to change one, and 1 to reset a password', async () => {
  const [ada, ben, cid] = [await someone(), await verified(), await someone()]
  const { token: toConfirm } = await last(ada.email)
  await ben.post('/v1/auth/change-email', { newEmail: 'ben.new@example.com' })
  await t.anyone.post('/v1/auth/request-password-reset', { email: cid.email })
  const { token: toChange } = await last('ben.new@example.com')
  const { token: toReset } = await last(cid.email)
  const reset = () => t.anyone.post('/v1/auth/reset-password', { token: toReset, password: 'another few words' })
  await t.advance(hours(1))
  assert.equal((await reset()).body.code, 'mail_token_invalid')
  await t.advance(hours(23))
  assert.equal((await verify(toChange)).body.code, 'mail_token_invalid')
  await t.advance(hours(24) - 1)
  assert.equal((await verify(toConfirm)).status, 200, 'in the last moment')
  await t.advance(hours(24))
  const left = await sql`select 1 from mail_token where expires_at < ph.now() - interval '1 day'`.execute(t.db)
  assert.equal(left.rows.length, 0, 'swept')
})

test('an emailed token does not work for another purpose', async () => {
  const ada = await someone()
  const { token } = await last(ada.email)
  const misused = await t.anyone.post('/v1/auth/reset-password', { token, password: 'another few words' })
  assert.equal(misused.body.code, 'mail_token_invalid')
  await t.anyone.post('/v1/auth/request-password-reset', { email: ada.email })
  const reset = await last(ada.email)
  assert.equal((await verify(reset.token)).body.code, 'mail_token_invalid')
  assert.equal((await verify(token)).status, 200)
})

test('of 50 concurrent uses of one emailed token, one succeeds', async () => {
  const [ada, ben] = [await someone(), await someone()]
  const { token } = await last(ada.email)
  const confirmed = await Promise.all(Array.from({ length: 50 }, () => verify(token)))
  assert.deepEqual(confirmed.map((answer) => answer.status).sort(), [200, ...Array(49).fill(400)])
  await t.anyone.post('/v1/auth/request-password-reset', { email: ben.email })
  const reset = await last(ben.email)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      t.anyone.post('/v1/auth/reset-password', { token: reset.token, password: `a few words ${n}` }),
    ),
  )
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, ...Array(49).fill(400)])
  const won = answers.findIndex((answer) => answer.status === 200)
  assert.equal((await signIn(ben.email, `a few words ${won}`)).status, 200)
})

test('change-email: the address changes once the new one is confirmed, and the old address is notified before and after', async () => {
  const ada = await verified()
  const newEmail = 'ada.lovelace@example.com'
  const response = await ada.post('/v1/auth/change-email', { newEmail })
  const expiresAt = new Date(t.now().getTime() + hours(24)).toISOString()
  assert.deepEqual([response.status, response.body], [201, { sentTo: newEmail, expiresAt }])
  const notice = await last(ada.email)
  assert.equal(notice.subject, 'Your email address is about to change')
  assert.deepEqual([notice.text.includes(newEmail), notice.token], [true, ''])
  assert.equal((await me(ada)).email, ada.email)
  await t.anyone.post('/v1/auth/request-password-reset', { email: ada.email })
  const { token: oldReset } = await last(ada.email)
  assert.equal((await verify((await last(newEmail)).token)).status, 200)
  const { email, emailVerified } = await me(ada)
  assert.deepEqual({ email, emailVerified }, { email: newEmail, emailVerified: true })
  assert.equal((await last(ada.email)).subject, 'Your email address was changed')
  assert.equal((await signIn(ada.email, ada.password)).status, 401)
  assert.equal((await signIn(newEmail, ada.password)).status, 200)
  const late = await t.anyone.post('/v1/auth/reset-password', { token: oldReset, password: 'another few words' })
  assert.equal(late.body.code, 'mail_token_invalid', 'what went to the old address is void')
  const seen = await actions(ada)
  for (const action of ['user.email_change_requested', 'user.email_changed']) assert.ok(seen.includes(action), action)
})

test('change-email and change-email-unverified each require the right state, a different address and a recent sign-in', async () => {
  const [ada, ben] = [await someone(), await verified()]
  const newEmail = 'somewhere.else@example.com'
  const wrong = [
    [await ada.post('/v1/auth/change-email', { newEmail }), 409, 'email_not_verified'],
    [await ben.post('/v1/auth/change-email-unverified', { newEmail }), 409, 'email_already_verified'],
    [await ben.post('/v1/auth/change-email', { newEmail: ben.email }), 400, 'validation_failed'],
    [await ben.post('/v1/auth/change-email', { newEmail: 'nowhere' }), 400, 'validation_failed'],
  ] as const
  for (const [answer, status, code] of wrong) assert.deepEqual([answer.status, answer.body.code], [status, code])
  const { token } = (await signIn(ben.email, ben.password)).body
  const { refreshToken } = (await signIn(ada.email, ada.password)).body
  await t.advance(minutes(14))
  const fresh = (await t.anyone.post('/v1/auth/token', { refreshToken })).body.token
  assert.equal((await t.withToken(token).post('/v1/auth/change-email', { newEmail })).status, 201)
  await t.advance(minutes(1))
  const stale = await t.withToken(fresh).post('/v1/auth/change-email-unverified', { newEmail })
  assert.deepEqual([stale.status, stale.body.code], [403, 'reauthentication_required'])
})

test('429: an address that several accounts try to confirm gets few emails a day; other addresses are unaffected', async () => {
  const victim = 'stranger@example.net'
  const ask = async (newEmail: string) =>
    (await (await someone()).post('/v1/auth/change-email-unverified', { newEmail })).status
  const statuses: number[] = []
  for (let nth = 0; nth < 7; nth++) statuses.push(await ask(victim))
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429])
  assert.equal((await mailsTo(t, victim)).length, 5)
  assert.equal(await ask('another@example.net'), 201)
})

test('change-email-unverified corrects a typo and immediately invalidates the token of the mistyped address', async () => {
  const ada = await someone()
  const { token: mistyped } = await last(ada.email)
  const newEmail = 'right.ada@example.com'
  assert.equal((await ada.post('/v1/auth/change-email-unverified', { newEmail })).status, 201)
  assert.equal((await verify(mistyped)).status, 400)
  assert.equal((await mailsTo(t, ada.email)).length, 1, 'a stranger learns nothing')
  assert.equal((await verify((await last(newEmail)).token)).status, 200)
  const { email, emailVerified } = await me(ada)
  assert.deepEqual({ email, emailVerified }, { email: newEmail, emailVerified: true })
})

test('an address in use gets the same response, its owner gets an email, and no token can confirm it', async () => {
  const [ada, ben, cid] = [await verified(), await verified(), await someone()]
  const free = await ada.post('/v1/auth/change-email', { newEmail: 'free@example.com' })
  const taken = await ada.post('/v1/auth/change-email', { newEmail: ben.email.toUpperCase() })
  const typo = await cid.post('/v1/auth/change-email-unverified', { newEmail: ben.email })
  for (const answer of [taken, typo]) {
    assert.deepEqual([answer.status, answer.body.expiresAt], [free.status, free.body.expiresAt])
    assert.deepEqual(Object.keys(answer.body), Object.keys(free.body))
  }
  const notice = await last(ben.email)
  assert.deepEqual([notice.subject, notice.token], ['You already have an account', ''])
  assert.deepEqual([(await me(ada)).email, (await me(cid)).email], [ada.email, cid.email])
})

test('409 email_taken: if someone else has taken the address since the email was sent, neither account changes', async () => {
  const ada = await verified()
  const newEmail = 'contested@example.com'
  await ada.post('/v1/auth/change-email', { newEmail })
  const { token } = await last(newEmail)
  await t.as('contested')
  const answer = await verify(token)
  assert.deepEqual([answer.status, answer.body.code], [409, 'email_taken'])
  assert.equal((await me(ada)).email, ada.email)
})

test('a password reset ends every session, sends an email and keeps API keys', async () => {
  const ada = await someone()
  assert.equal((await ada.post('/v1/auth/verify-email', { token: (await last(ada.email)).token })).status, 200)
  const { key } = (await ada.post('/v1/api-keys', { name: 'k', scopes: ['profiles:read'] })).body
  const response = await t.anyone.post('/v1/auth/request-password-reset', { email: ada.email.toUpperCase() })
  assert.deepEqual([response.status, response.body], [200, { ok: true }])
  const { token } = await last(ada.email)
  const weak = await t.anyone.post('/v1/auth/reset-password', { token, password: 'aaaaaaaaaa' })
  assert.deepEqual([weak.status, weak.body.errors[0].code], [400, 'password_too_common'])
  const password = 'entirely other words'
  const done = await t.anyone.post('/v1/auth/reset-password', { token, password })
  assert.deepEqual([done.status, done.body], [200, { ok: true }])
  assert.equal((await ada.get('/v1/auth/me')).status, 401)
  const refresh = await t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })
  assert.equal(refresh.status, 401)
  assert.equal((await signIn(ada.email, ada.password)).status, 401)
  const { body } = await signIn(ada.email, password)
  assert.equal(body.user.emailVerified, true)
  assert.equal((await t.withToken(key).get('/v1/profiles')).status, 200)
  assert.equal((await last(ada.email)).subject, 'Your password was changed')
  const seen = await actions(t.withToken(body.token))
  for (const action of ['user.password_reset_requested', 'user.password_reset'])
    assert.ok(seen.includes(action), action)
})

test('request-password-reset: an unknown address gets the same response after the same statements, but no email', async () => {
  const ada = await someone()
  const jobs = async () =>
    (await sql<{ n: number }>`select count(*)::int n from job where name = 'identity.password-reset'`.execute(t.db))
      .rows[0]!.n
  const seen: unknown[] = []
  for (const email of [ada.email, 'nobody.at.all@example.com']) {
    const before = await jobs()
    const { status, text } = await t.anyone.post('/v1/auth/request-password-reset', { email })
    seen.push([status, text, (await jobs()) - before])
  }
  assert.deepEqual(seen[0], seen[1])
  assert.equal((await mailsTo(t, 'nobody.at.all@example.com')).length, 0)
  for (let n = 0; n < 5; n++) await t.anyone.post('/v1/auth/request-password-reset', { email: ada.email })
  const resets = (await mailsTo(t, ada.email)).filter((mail) => mail.subject === 'Reset your password')
  assert.equal(resets.length, 3, 'three in an hour, for any caller')
})

test('a sign-in that verified the old password but finishes after the reset creates no session', async () => {
  const ada = await someone()
  await t.anyone.post('/v1/auth/request-password-reset', { email: ada.email })
  const { token } = await last(ada.email)
  const password = 'entirely other words'
  // Hold the user's row, so that the sign-in has compared the password and waits while the password changes.
  const late = await t.db.transaction().execute(async (tx) => {
    await sql`select 1 from app_user where lower(email) = ${ada.email} for update`.execute(tx)
    const signingIn = signIn(ada.email, ada.password)
    await waitForLock()
    await sql`update password_credential set password_hash = 'scrypt$8$8$1$AAAA$AAAA' from app_user
               where id = uid and lower(email) = ${ada.email}`.execute(tx)
    return { signingIn }
  })
  assert.equal((await late.signingIn).status, 401)
  assert.equal((await t.anyone.post('/v1/auth/reset-password', { token, password })).status, 200)
})

async function waitForLock(): Promise<void> {
  const deadline = performance.now() + patienceMs()
  while (performance.now() < deadline) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(t.db)
    if (rows.length > 0) return
  }
  assert.fail('no one waits for the lock')
}

test('deleting an account sends a final email and deletes its tokens', async () => {
  const ada = await someone()
  await ada.post('/v1/auth/send-verification')
  const { token } = await last(ada.email)
  assert.equal((await ada.delete('/v1/auth/me')).status, 200)
  assert.equal((await last(ada.email)).subject, 'Your account was deleted')
  assert.equal((await verify(token)).body.code, 'mail_token_invalid')
  const { rows } = await sql<{ text: string }>`select row_to_json(j)::text as text from job j
    union all select row_to_json(u)::text from app_user u union all select row_to_json(e)::text from event e`.execute(
    t.db,
  )
  assert.ok(!rows.some(({ text }) => text.includes(ada.email)), 'the address is kept nowhere')
})
