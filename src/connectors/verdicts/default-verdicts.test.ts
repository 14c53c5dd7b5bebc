import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Failure } from '#connectors/connector.ts'
import { defaultVerdict, retryAfterMs } from './default-verdicts.ts'

const now = new Date('2027-01-13T12:00:00.000Z')
const answered = (status: number, headers = {}): Failure => ({
  sent: 'answered',
  status,
  headers,
  body: '',
  code: null,
})
const broken = (sent: 'no' | 'maybe', code: string): Failure => ({ sent, status: null, headers: {}, body: '', code })
const isOf = (failure: Failure, repeat: 'safe' | 'once') => defaultVerdict(failure, repeat, now).is

test('a request that was never sent is retried on every kind of step', () => {
  for (const repeat of ['safe', 'once'] as const) assert.equal(isOf(broken('no', 'ECONNREFUSED'), repeat), 'retry')
})

test('the message of a call that did not reach a server names the host', () => {
  const away = { ...broken('no', 'dns'), host: 'video.bsky.app' }
  const { why } = defaultVerdict(away, 'safe', now)
  assert.equal(why, 'Couldn’t reach video.bsky.app. Nothing was sent: its name does not resolve.')
  assert.match(defaultVerdict({ ...broken('maybe', 'timeout'), host: 'pds.example' }, 'once', now).why, /pds\.example/)
})

test('an account whose server URL is not https, for example from an earlier sandbox, must be reconnected', () => {
  const { is, why } = defaultVerdict(broken('no', 'https_required'), 'safe', now)
  assert.equal(is, 'retry')
  assert.match(why, /^Nothing was sent: .* https\. Connect this account again\. .*sandbox/)
})

test('after bytes were sent, a visible step has an unknown outcome and an invisible one is retried', () => {
  const failures = [
    broken('maybe', 'timeout'),
    broken('maybe', 'connection_lost'),
    ...[408, 409, 425, 500, 502, 503, 504].map((status) => answered(status)),
    { ...answered(200), body: '{"half' },
  ]
  for (const failure of failures) {
    assert.equal(isOf(failure, 'safe'), 'retry', String(failure.status))
    assert.equal(isOf(failure, 'once'), 'doubt', String(failure.status))
    assert.equal(defaultVerdict(failure, { forMs: 1 }, now).is, 'doubt', String(failure.status))
  }
})

test('a complete refusal counts on every step; 401 requires a new credential; a redirect requires action by the operator', () => {
  for (const repeat of ['safe', 'once'] as const) {
    for (const status of [400, 403, 404, 405, 406, 410, 413, 414, 415, 422, 426, 431])
      assert.equal(isOf(answered(status), repeat), 'refused', String(status))
    assert.equal(isOf(answered(401), repeat), 'reauth')
    for (const status of [301, 302, 307, 308]) assert.equal(isOf(answered(status), repeat), 'operator')
  }
})

test('429 parks the account for the stated time, or for the engine’s default time', () => {
  assert.deepEqual(defaultVerdict(answered(429, { 'retry-after': '90' }), 'once', now), {
    is: 'retry',
    of: 'account',
    until: new Date('2027-01-13T12:01:30.000Z'),
    why: 'This account has reached the network’s rate limit.',
  })
  const verdict = defaultVerdict(answered(429), 'once', now)
  assert.equal(verdict.is === 'retry' && verdict.of === 'account' && verdict.until === undefined, true)
})

test('Retry-After may be seconds or a date, and is limited to between a second and a day', () => {
  assert.equal(retryAfterMs('5', now), 5_000)
  assert.equal(retryAfterMs('0', now), 1_000)
  assert.equal(retryAfterMs('Wed, 13 Jan 2027 12:02:00 GMT', now), 120_000)
  assert.equal(retryAfterMs('99999999', now), 86_400_000)
  assert.equal(retryAfterMs('soon', now), null)
  assert.equal(retryAfterMs(undefined, now), null)
})
