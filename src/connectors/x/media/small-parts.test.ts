import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { limitsFor } from '../check.ts'
import { hear } from '../hear.ts'
import { meter } from '../meter.ts'
import { settings } from '../settings.ts'

const app = { clientId: 'an-app', clientSecret: 'its secret', verifyToken: null }
const hmac = (bytes: string) => `sha256=${createHmac('sha256', app.clientSecret).update(bytes).digest('base64')}`

test('X’s check that we know the secret gets a response, and X’s signed webhooks are trusted', () => {
  assert.deepEqual(hear.challenge?.({ crc_token: 'abc' }, app), {
    contentType: 'application/json',
    body: JSON.stringify({ response_token: hmac('abc') }),
  })
  assert.equal(hear.challenge?.({ 'hub.challenge': 'abc' }, app), null)
  const raw = Buffer.from('{"post_create_events":[]}')
  const isSigned = (signature?: string) =>
    hear.isSigned(signature === undefined ? {} : { 'x-twitter-webhooks-signature': signature }, raw, app, new Date(0))
  assert.equal(isSigned(hmac(raw.toString())), true)
  for (const wrong of [undefined, '', hmac('{}'), hmac(raw.toString()).slice(0, -2), 'sha256='])
    assert.equal(isSigned(wrong), false, wrong)
  assert.deepEqual(hear.read(raw), [])
})

test('X Premium accounts may write long texts, which are counted the same way', () => {
  const max = (facts: Parameters<typeof limitsFor>[0]) => limitsFor(facts).text.map(({ unit, max }) => [unit, max])
  assert.deepEqual(max({}), [['weighted', 280]])
  assert.deepEqual(max({ subscriptionType: 'None', verifiedType: 'blue' }), [['weighted', 280]])
  for (const subscriptionType of ['Basic', 'Premium', 'PremiumPlus'])
    assert.deepEqual(max({ subscriptionType }), [['weighted', 25_000]], subscriptionType)
  assert.deepEqual(max({ subscriptionType: null, verifiedType: 'business' }), [['weighted', 25_000]])
})

test('remaining calls are read from the daily limit if present, otherwise from the window', () => {
  const window = { 'x-rate-limit-remaining': '99', 'x-rate-limit-reset': '1799842500' }
  const ends = new Date('2027-01-13T12:15:00.000Z')
  assert.deepEqual(meter({ headers: window }), [{ scope: 'account', remaining: 99, resetsAt: ends }])
  const day = { 'x-app-limit-24hour-remaining': '9000', 'x-app-limit-24hour-reset': '1799842500' }
  assert.deepEqual(meter({ headers: { ...window, ...day } }), [
    { scope: 'app', remaining: 9_000, resetsAt: ends },
    { scope: 'account', remaining: 99, resetsAt: ends },
  ])
  const own = { 'x-user-limit-24hour-remaining': '-1', 'x-user-limit-24hour-reset': '1799842500' }
  assert.deepEqual(meter({ headers: { ...window, ...own } }), [{ scope: 'account', remaining: 0, resetsAt: ends }])
  assert.deepEqual(meter({ headers: { 'x-rate-limit-remaining': 'many', 'x-rate-limit-reset': '1' } }), [])
})

test('settings are limited to X’s options and their bounds', () => {
  const poll = { options: ['a', 'b'], durationMinutes: 5 }
  const good = { replySettings: 'following', madeWithAi: true, paidPartnership: false, poll }
  assert.equal(settings.safeParse(good).success, true)
  const bad = [
    { replySettings: 'everyone' },
    { madeWithAi: 'yes' },
    { poll: { ...poll, options: ['a'] } },
    { poll: { ...poll, options: ['a', 'b', 'c', 'd', 'e'] } },
    { poll: { ...poll, options: ['a', 'b'.repeat(26)] } },
    { poll: { ...poll, durationMinutes: 4 } },
    { poll: { ...poll, durationMinutes: 10_081 } },
    { quote: '1' },
  ]
  for (const one of bad) assert.equal(settings.safeParse(one).success, false, JSON.stringify(one))
})
