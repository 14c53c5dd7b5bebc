import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { mailsTo } from '#test/world/mails.ts'

/** Tests with a proxy in front of the service, which trusts the proxy's client addresses. */
let t: TestApp
let people = 0
before(async () => {
  t = await startApp({ settings: { TRUST_PROXY: 'loopback' } })
  await t.as('owner')
})
after(() => t[Symbol.asyncDispose]())

const from = (place: string) => ({ headers: { 'x-forwarded-for': place } })
const statusAndCode = ({ status, body }: Answer) => [status, body.code]

/** Creates a user who has only signed in from home. */
async function someone(home = '198.51.100.1'): Promise<Person> {
  people += 1
  const person = await t.as(`target${people}`)
  assert.equal((await signIn(person.email, person.password, home)).status, 200)
  return person
}
const signIn = (email: string, password: string, place: string) =>
  t.anyone.post('/v1/auth/sign-in', { email, password }, from(place))
/** Sends wrong passwords from many different addresses, like a botnet. */
const guess = async (email: string, times: number, place = (nth: number) => `203.0.113.${nth}`) => {
  const answers: Answer[] = []
  for (let nth = 1; nth <= times; nth++) answers.push(await signIn(email, `guess ${nth}`, place(nth)))
  return answers
}

test('429 sign_in_paused: guesses for one account from many addresses slow down', async () => {
  const ada = await someone()
  const statuses = (await guess(ada.email, 120)).map(({ status }) => status)
  assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(110).fill(429)])
  for (const pauseMs of [1, 2, 4, 8].map(seconds)) {
    const early = await signIn(ada.email, 'a guess', '203.0.113.200')
    assert.deepEqual(statusAndCode(early), [429, 'sign_in_paused'])
    assert.deepEqual([early.body.retryAfterMs, early.headers['retry-after']], [pauseMs, String(pauseMs / 1_000)])
    await t.advance(pauseMs)
    assert.equal((await signIn(ada.email, 'a guess', '203.0.113.201')).status, 401)
  }
  const all = await Promise.all(Array.from({ length: 20 }, () => signIn(ada.email, 'a guess', '203.0.113.202')))
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([429]))
})

test('100 concurrent guesses count the same as 100 in a row', async () => {
  const ada = await someone()
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, nth) => signIn(ada.email, `guess ${nth}`, `192.0.2.${nth}`)),
  )
  assert.equal(all.filter(({ status }) => status === 401).length, 10)
})

test('a stranger’s guesses do not lock the user out at known locations or after a reset, and elsewhere only for a while', async () => {
  const ada = await someone('198.51.100.7')
  for (let round = 0; round < 12; round++) {
    await guess(ada.email, 12)
    await t.advance(minutes(15))
  }
  await guess(ada.email, 1)
  assert.equal((await signIn(ada.email, ada.password, '192.0.2.77')).status, 429)
  assert.equal((await signIn(ada.email, ada.password, '198.51.100.7')).status, 200)
  // The longest pause is a quarter of an hour.
  await t.advance(minutes(15))
  assert.equal((await signIn(ada.email, ada.password, '192.0.2.77')).status, 200)

  await guess(ada.email, 11)
  assert.equal((await signIn(ada.email, ada.password, '192.0.2.78')).status, 429)
  await t.anyone.post('/v1/auth/request-password-reset', { email: ada.email }, from('192.0.2.78'))
  await t.settle()
  const { token } = (await mailsTo(t, ada.email)).at(-1)!
  const password = 'another long password'
  assert.equal((await t.anyone.post('/v1/auth/reset-password', { token, password })).status, 200)
  assert.equal((await signIn(ada.email, password, '192.0.2.78')).status, 200)
})

test('an address without an account is counted and refused like one with an account', async () => {
  const ada = await someone()
  const shown = async (email: string) =>
    (await guess(email, 14)).map(({ status, body: { requestId, ...body }, headers }) => ({
      status,
      body,
      names: Object.keys(headers).sort(),
    }))
  assert.deepEqual(await shown('nobody-at-all@example.com'), await shown(ada.email))
})

test('an IP network that tries many accounts is slowed down, whichever of its addresses it uses', async () => {
  const place = (nth: number) => `2001:db8:7:7:${nth.toString(16)}::${nth}`
  const statuses: number[] = []
  for (let nth = 1; nth <= 60; nth++)
    statuses.push((await signIn(`nobody${nth}@example.com`, 'a guess', place(nth))).status)
  assert.deepEqual(statuses, [...Array(50).fill(401), ...Array(10).fill(429)])
  const ada = await someone('2001:db8:7:8::1')
  assert.equal((await signIn(ada.email, ada.password, '2001:db8:7:8:ffff::9')).status, 200, 'the adjacent network')
  await t.advance(minutes(1))
  assert.equal((await signIn(ada.email, ada.password, place(1))).status, 200)
  assert.equal((await signIn('nobody@example.com', 'a guess', place(2))).status, 401)
  assert.equal((await signIn('nobody@example.com', 'a guess', place(3))).status, 429)
  assert.equal((await signIn(ada.email, ada.password, place(4))).status, 200, 'she is known there by now')
})

test('guesses cause a warning by email and in the audit log once a day; typing errors do not', async () => {
  const ada = await someone()
  const warnings = async () =>
    (await mailsTo(t, ada.email)).filter(({ text }) => text.includes('wrong password many times')).length
  await guess(ada.email, 9)
  assert.equal((await signIn(ada.email, ada.password, '192.0.2.9')).status, 200)
  await t.settle()
  assert.equal(await warnings(), 0)
  for (let round = 0; round < 3; round++) {
    await guess(ada.email, 10)
    await t.advance(hours(1))
    assert.equal((await signIn(ada.email, ada.password, `192.0.2.1${round}`)).status, 200)
  }
  assert.equal(await warnings(), 1)
  await t.advance(hours(24))
  await guess(ada.email, 10)
  await t.settle()
  assert.equal(await warnings(), 2)
  const again = t.withToken((await signIn(ada.email, ada.password, '198.51.100.1')).body.token)
  const { entries } = (await again.get('/v1/auth/me/audit-log')).body
  assert.equal(entries.filter(({ action }: { action: string }) => action === 'user.password_guessed').length, 2)
})

test('guess counts are deleted after a day, and the table reveals neither IP addresses nor accounts', async () => {
  await guess('forgotten@example.com', 11)
  const rows = await t.db.selectFrom('passwordGuess').selectAll().execute()
  assert.ok(rows.length > 0 && rows.every(({ lane }) => lane.length === 32))
  await t.advance(hours(26))
  assert.deepEqual(await t.db.selectFrom('passwordGuess').selectAll().execute(), [])
  assert.equal((await guess('forgotten@example.com', 1))[0]!.status, 401)
})
