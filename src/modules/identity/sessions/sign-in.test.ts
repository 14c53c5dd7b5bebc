import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, before, test } from 'node:test'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { hashPassword } from '../passwords/passwords.ts'

const alive = async (t: TestApp, token: string) => (await t.withToken(token).get('/v1/auth/me')).status
const refresh = (t: TestApp, refreshToken: string) => t.anyone.post('/v1/auth/token', { refreshToken })

/** Most tests share one application; each creates separate users. */
let t: TestApp
let people = 0
const someone = (): Promise<Person> => t.as(`person${++people}`)
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

test('200: email and password sign in, regardless of the case of the address', async () => {
  const ada = await someone()
  const { status, body } = await t.anyone.post('/v1/auth/sign-in', {
    email: ` ${ada.email.toUpperCase()}`,
    password: ada.password,
  })
  assert.equal(status, 200)
  assert.equal(body.user.uid, ada.uid)
  assert.notEqual(body.refreshToken, ada.refreshToken)
  assert.equal(await alive(t, body.token), 200)
})

test('401 invalid_credentials: an unknown address and a wrong password get the same response after one password hash', async (test) => {
  const ada = await someone()
  const hash = test.mock.method(crypto, 'scrypt')
  syncBuiltinESMExports()
  test.after(() => {
    test.mock.restoreAll()
    syncBuiltinESMExports()
  })
  const attempt = async (email: string, password: string) => {
    const before = hash.mock.callCount()
    const { status, body, headers } = await t.anyone.post('/v1/auth/sign-in', { email, password })
    const { requestId, ...problem } = body
    return { status, problem, names: Object.keys(headers).sort(), hashes: hash.mock.callCount() - before }
  }
  const wrong = await attempt(ada.email, 'not her password')
  const unknown = await attempt('nobody@example.com', 'not her password')
  assert.deepEqual([wrong.status, wrong.problem.code, wrong.hashes], [401, 'invalid_credentials', 1])
  assert.deepEqual(unknown, wrong)
  assert.equal((await attempt(ada.email, ada.password)).hashes, 1)
})

test('a sign-in rehashes a password that was hashed at a lower cost', async () => {
  const ada = await someone()
  const uid = fromWire('usr', ada.uid)!
  const stored = async () =>
    (
      await t.db
        .selectFrom('passwordCredential')
        .select('passwordHash')
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    ).passwordHash
  await t.db
    .updateTable('passwordCredential')
    .set({ passwordHash: await hashPassword(ada.password, { log2N: 7, r: 8, p: 1 }) })
    .where('uid', '=', uid)
    .execute()
  assert.equal((await t.anyone.post('/v1/auth/sign-in', ada)).status, 400, 'unknown fields are refused')
  const { email, password } = ada
  assert.equal((await t.anyone.post('/v1/auth/sign-in', { email, password })).status, 200)
  assert.match(await stored(), /^scrypt\$8\$8\$1\$/)
  assert.equal((await t.anyone.post('/v1/auth/sign-in', { email, password })).status, 200)
})

test('a refresh token is exchanged for the next one, and only its hash is stored', async () => {
  const ada = await someone()
  const next = await refresh(t, ada.refreshToken)
  assert.equal(next.status, 200)
  assert.deepEqual(Object.keys(next.body).sort(), ['expiresAt', 'refreshToken', 'token', 'user'])
  assert.notEqual(next.body.refreshToken, ada.refreshToken)
  assert.match(next.body.refreshToken, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(await alive(t, next.body.token), 200)
  const rows = await t.db.selectFrom('refreshToken').selectAll().execute()
  assert.ok(rows.length >= 2)
  for (const row of rows) assert.equal(row.tokenHash.length, 32)
})

test('401: a second use of a refresh token revokes its token family, including identity tokens, and no other session', async () => {
  const ada = await someone()
  const { email, password } = ada
  const other = await t.anyone.post('/v1/auth/sign-in', { email, password })
  const next = await refresh(t, ada.refreshToken)
  assert.equal(await alive(t, next.body.token), 200)
  await t.advance(1)

  const again = await refresh(t, ada.refreshToken)
  assert.deepEqual([again.status, again.body.code], [401, 'refresh_token_invalid'])
  assert.equal((await refresh(t, next.body.refreshToken)).status, 401)
  assert.equal(await alive(t, next.body.token), 401)
  assert.equal(await alive(t, ada.token), 401)
  assert.equal(await alive(t, other.body.token), 200)
  assert.equal((await refresh(t, other.body.refreshToken)).status, 200)
  const log = await t.withToken(other.body.token).get('/v1/auth/me/audit-log')
  assert.equal(log.body.entries[0].action, 'session.ended')
})

test('of 50 concurrent uses of one refresh token, one succeeds, and then the token family is revoked', async () => {
  const ada = await someone()
  const all = await Promise.all(Array.from({ length: 50 }, () => refresh(t, ada.refreshToken)))
  assert.deepEqual(all.map((answer) => answer.status).sort(), [200, ...Array(49).fill(401)])
  const winner = all.find((answer) => answer.status === 200)!
  assert.equal((await refresh(t, winner.body.refreshToken)).status, 401)
  assert.equal(await alive(t, winner.body.token), 401)
  const log = await t.db.selectFrom('auditEntry').select('action').where('subject', '=', ada.uid).execute()
  assert.equal(log.filter((entry) => entry.action === 'session.ended').length, 1)
})

test('a session expires after 30 days without use', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  const { email, password } = ada
  const other = await t.anyone.post('/v1/auth/sign-in', { email, password })
  await t.advance(days(30) - 1)
  assert.equal((await refresh(t, ada.refreshToken)).status, 200)
  await t.advance(1)
  assert.equal((await refresh(t, other.body.refreshToken)).body.code, 'refresh_token_invalid')
})

test('a session expires after 90 days of use, and its rows are deleted a day later', async () => {
  await using t = await startApp()
  let { refreshToken } = await t.as('ada')
  for (let n = 0; n < 3; n++) {
    await t.advance(days(29))
    const next = await refresh(t, refreshToken)
    assert.equal(next.status, 200)
    refreshToken = next.body.refreshToken
  }
  await t.advance(days(3))
  assert.equal((await refresh(t, refreshToken)).status, 401)
  await t.advance(days(2))
  assert.deepEqual(await t.db.selectFrom('signInSession').select('id').execute(), [])
  assert.deepEqual(await t.db.selectFrom('refreshToken').select('sessionId').execute(), [])
})

test('an identity token expires after 15 minutes', async () => {
  const ada = await someone()
  await t.advance(minutes(15) - 1_000)
  assert.equal(await alive(t, ada.token), 200)
  await t.advance(1_000)
  const late = await ada.get('/v1/auth/me')
  assert.deepEqual([late.status, late.body.code], [401, 'unauthenticated'])
  assert.match(late.body.detail, /expired/)
})

test('200: sign-out ends the session immediately; an unknown token gets the same response', async () => {
  const ada = await someone()
  assert.equal(await alive(t, ada.token), 200)
  const known = await t.anyone.post('/v1/auth/sign-out', { refreshToken: ada.refreshToken })
  const unknown = await t.anyone.post('/v1/auth/sign-out', { refreshToken: 'x'.repeat(43) })
  assert.deepEqual([known.status, known.body], [200, { ok: true }])
  assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
  assert.equal(await alive(t, ada.token), 401)
  assert.equal((await refresh(t, ada.refreshToken)).status, 401)
})

test('a sign-out takes effect on another process within a second', async () => {
  await using beside = await startApp({ beside: t })
  const ada = await someone()
  assert.equal(await alive(beside, ada.token), 200)
  await t.anyone.post('/v1/auth/sign-out', { refreshToken: ada.refreshToken })
  assert.equal(await alive(t, ada.token), 401)
  await t.advance(1_000)
  assert.equal(await alive(beside, ada.token), 401)
})
