import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'

interface Listed {
  readonly id: string
  readonly userAgent: string | null
  readonly isCurrent: boolean
  readonly lastUsedAt: string
}

let t: TestApp
before(async () => {
  t = await startApp()
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

const list = async (token: string): Promise<Listed[]> =>
  (await t.withToken(token).get('/v1/auth/sessions')).body.sessions
const signIn = async ({ email, password }: Person, agent: string) =>
  (await t.anyone.post('/v1/auth/sign-in', { email, password }, { headers: { 'user-agent': agent } })).body

test('200: lists every active session with its user agent, and marks the one that made the request', async () => {
  const ada = await t.as('ada')
  const phone = await signIn(ada, `phone ${'x'.repeat(400)}`)
  const [first, second] = await list(phone.token)
  assert.deepEqual([first?.isCurrent, second?.isCurrent], [true, false])
  assert.match(first?.userAgent ?? '', /^phone x+$/)
  assert.equal(first?.userAgent?.length, 300)
  assert.deepEqual(
    (await list(ada.token)).map(({ id, isCurrent }) => [id, isCurrent]),
    [
      [first?.id, false],
      [second?.id, true],
    ],
  )
  await t.anyone.post('/v1/auth/sign-out', { refreshToken: phone.refreshToken })
  assert.equal((await list(ada.token)).length, 1)
  const key = await ada.post('/v1/api-keys', { name: 'a key', scopes: ['profiles:read'] })
  assert.equal((await t.withToken(key.body.key).get('/v1/auth/sessions')).status, 403)
})

test('200: a session revoked from elsewhere stops working immediately, as does its refresh token', async () => {
  const bob = await t.as('bob')
  const phone = await signIn(bob, 'phone')
  const lost = (await list(phone.token)).find(({ isCurrent }) => isCurrent)?.id ?? ''
  assert.equal((await bob.delete(`/v1/auth/sessions/${lost}`)).status, 200)
  assert.equal((await t.withToken(phone.token).get('/v1/auth/me')).status, 401)
  assert.equal((await t.anyone.post('/v1/auth/token', { refreshToken: phone.refreshToken })).status, 401)
  assert.equal((await bob.get('/v1/auth/me')).status, 200)
  const { entries } = (await bob.get('/v1/auth/me/audit-log')).body
  assert.deepEqual([entries[0].action, entries[0].subject], ['session.ended', lost])
})

test('403 session_forbidden and 404 session_not_found: only the caller’s own active sessions can be revoked', async () => {
  const [cleo, dan] = [await t.as('cleo'), await t.as('dan')]
  const own = (await list(cleo.token))[0]?.id ?? ''
  const unknown = toWire('ses', newId<'ses'>(t.now()))
  for (const [id, status, code] of [
    [own, 403, 'session_forbidden'],
    [unknown, 404, 'session_not_found'],
  ] as const) {
    const answer = await dan.delete(`/v1/auth/sessions/${id}`)
    assert.deepEqual([answer.status, answer.body.code], [status, code])
  }
  assert.equal((await cleo.get('/v1/auth/me')).status, 200)
  const phone = await signIn(cleo, 'phone')
  await t.anyone.post('/v1/auth/sign-out', { refreshToken: phone.refreshToken })
  assert.equal((await cleo.delete(`/v1/auth/sessions/${own}`)).status, 200)
  assert.equal((await cleo.get('/v1/auth/sessions')).status, 401)
})

test('the list shows when a session was last renewed, and omits sessions unused for 30 days', async () => {
  await using t = await startApp()
  const ada = await t.as('ada')
  const { email, password } = ada
  await t.advance(days(29))
  const next = (await t.anyone.post('/v1/auth/token', { refreshToken: ada.refreshToken })).body
  const renewedAt = t.now().toISOString()
  await t.anyone.post('/v1/auth/sign-in', { email, password })
  const { sessions } = (await t.withToken(next.token).get('/v1/auth/sessions')).body
  assert.deepEqual(
    sessions.map(({ isCurrent, lastUsedAt }: Listed) => [isCurrent, lastUsedAt]),
    [
      [false, renewedAt],
      [true, renewedAt],
    ],
  )
  await t.advance(days(30))
  const later = (await t.anyone.post('/v1/auth/sign-in', { email, password })).body
  assert.equal((await t.withToken(later.token).get('/v1/auth/sessions')).body.sessions.length, 1)
})
