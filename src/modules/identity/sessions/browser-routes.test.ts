import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'

async function open(t: TestApp): Promise<Answer> {
  const { email, password } = await t.as('ada')
  return await t.anyone.post('/v1/auth/session', { email, password })
}

const cookieOf = (answer: Answer): string => answer.headers['set-cookie']?.split(';')[0] ?? ''
const refresh = (t: TestApp, cookie: string, headers: Record<string, string> = {}) =>
  t.anyone.post('/v1/auth/session/refresh', undefined, { headers: { cookie, ...headers } })

/** Most tests share one application; each creates separate sessions. */
let t: TestApp
before(async () => {
  t = await startApp()
})
after(() => t[Symbol.asyncDispose]())

test('200: a browser gets its refresh token in an HttpOnly cookie and not in the body', async () => {
  const answer = await open(t)
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body).sort(), ['expiresAt', 'token', 'user'])
  const parts = answer.headers['set-cookie']!.split('; ')
  assert.match(parts[0]!, /^posthorn_session=[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(parts.slice(1).sort(), ['HttpOnly', 'Max-Age=2592000', 'Path=/v1/auth/session', 'SameSite=Lax'])
  assert.equal((await t.withToken(answer.body.token).get('/v1/auth/me')).status, 200)
})

test('the cookie is Secure when PUBLIC_URL is https', async () => {
  await using t = await startApp({ settings: { PUBLIC_URL: 'https://posthorn.test' } })
  assert.match((await open(t)).headers['set-cookie']!, /; Secure/)
})

test('a refresh rotates the cookie; using a cookie twice ends the session and clears the cookie', async () => {
  const first = await open(t)
  const next = await refresh(t, cookieOf(first))
  assert.equal(next.status, 200)
  assert.notEqual(cookieOf(next), cookieOf(first))
  const again = await refresh(t, cookieOf(first))
  assert.deepEqual([again.status, again.body.code], [401, 'refresh_token_invalid'])
  assert.match(again.headers['set-cookie']!, /^posthorn_session=;.*Expires=Thu, 01 Jan 1970/)
  assert.equal((await refresh(t, cookieOf(next))).status, 401)
  assert.equal((await refresh(t, '')).status, 401)
})

test('403 origin_forbidden: a page on another origin cannot use the cookie, which stays valid', async () => {
  await using t = await startApp({ settings: { CORS_ORIGINS: 'https://app.example.com' } })
  const first = await open(t)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://posthorn.test.evil.example',
    'http://posthorn.test:81',
  ]) {
    const answer = await refresh(t, cookieOf(first), { origin })
    assert.deepEqual([answer.status, answer.body.code], [403, 'origin_forbidden'], origin)
    assert.equal(answer.headers['set-cookie'], undefined)
    const out = await t.anyone.delete('/v1/auth/session', undefined, { headers: { cookie: cookieOf(first), origin } })
    assert.equal(out.status, 403)
    const { email, password } = await t.as('ada')
    assert.equal((await t.anyone.post('/v1/auth/session', { email, password }, { headers: { origin } })).status, 403)
  }
  let cookie = cookieOf(first)
  for (const origin of ['http://posthorn.test', t.url, 'https://app.example.com']) {
    const answer = await refresh(t, cookie, { origin })
    assert.equal(answer.status, 200, origin)
    cookie = cookieOf(answer)
  }
})

test('415: a form on another site cannot refresh the session', async () => {
  const first = await open(t)
  const answer = await t.anyone.post('/v1/auth/session/refresh', 'a=b', {
    headers: { cookie: cookieOf(first), 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(answer.status, 415)
})

test('200: signing out in a browser ends the session and clears the cookie, and succeeds without one', async () => {
  const first = await open(t)
  const out = await t.anyone.delete('/v1/auth/session', undefined, { headers: { cookie: cookieOf(first) } })
  assert.deepEqual([out.status, out.body], [200, { ok: true, signOutUrl: null }])
  assert.match(out.headers['set-cookie']!, /^posthorn_session=;/)
  assert.equal((await t.withToken(first.body.token).get('/v1/auth/me')).status, 401)
  assert.equal((await refresh(t, cookieOf(first))).status, 401)
  assert.equal((await t.anyone.delete('/v1/auth/session')).status, 200)
})

test('sign-in sets the language from the browser once, for a user who has not chosen one', async () => {
  const signUp = async (email: string, more: object = {}) => {
    const person = { email, name: 'Eva', password: 'a few words in a row', ...more }
    assert.equal((await t.anyone.post('/v1/auth/sign-up', person)).status, 201)
    return async (path: string, language?: string) => {
      const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
      const answer = await t.anyone.post(path, { email, password: person.password }, { headers })
      assert.equal(answer.status, 200, answer.text)
      return { locale: answer.body.user.locale, me: t.withToken(answer.body.token) }
    }
  }
  const [program, browser] = ['/v1/auth/sign-in', '/v1/auth/session']

  const never = await signUp('never@posts.test')
  assert.equal((await never(program, 'de')).locale, 'en')
  for (const header of [undefined, '*', 'it-IT']) assert.equal((await never(browser, header)).locale, 'en')
  const { locale, me } = await never(browser, 'de-AT,de;q=0.9,en;q=0.8')
  assert.equal(locale, 'de')
  const { entries } = (await me.get('/v1/auth/me/audit-log?limit=100')).body
  const changes = entries.filter(({ action }: { action: string }) => action === 'user.updated')
  assert.deepEqual(
    changes.map((entry: { changes: object }) => entry.changes),
    [{ locale: { from: 'en', to: 'de' } }],
  )
  assert.equal((await never(browser, 'en')).locale, 'de')

  const atSignUp = await signUp('english@posts.test', { locale: 'en' })
  assert.equal((await atSignUp(browser, 'de')).locale, 'en')

  const inSettings = await signUp('settled@posts.test')
  assert.equal((await (await inSettings(program)).me.patch('/v1/auth/me', { locale: 'en' })).status, 200)
  assert.equal((await inSettings(browser, 'de')).locale, 'en')
})
