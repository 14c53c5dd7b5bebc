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

test('what never left is tried again, whatever the step', () => {
  for (const repeat of ['safe', 'once'] as const) assert.equal(isOf(broken('no', 'ECONNREFUSED'), repeat), 'retry')
})

test('a call that reached nobody names whom it was for', () => {
  const away = { ...broken('no', 'dns'), host: 'video.bsky.app' }
  const { why } = defaultVerdict(away, 'safe', now)
  assert.equal(why, 'video.bsky.app could not be reached, and nothing was sent: its name does not resolve.')
  assert.match(defaultVerdict({ ...broken('maybe', 'timeout'), host: 'pds.example' }, 'once', now).why, /pds\.example/)
})

test('an account whose server is not reached by https is to be connected again, such as one of an earlier sandbox', () => {
  const { is, why } = defaultVerdict(broken('no', 'https_required'), 'safe', now)
  assert.equal(is, 'retry')
  assert.match(why, /^Nothing was sent: .* https\. Connect this account again\. .*sandbox/)
})

test('after bytes left, a step that can be seen is in doubt and one that cannot is tried again', () => {
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

test('a complete refusal is one on every step; 401 asks for a new credential; a redirect is the operator’s', () => {
  for (const repeat of ['safe', 'once'] as const) {
    for (const status of [400, 403, 404, 405, 406, 410, 413, 414, 415, 422, 426, 431])
      assert.equal(isOf(answered(status), repeat), 'refused', String(status))
    assert.equal(isOf(answered(401), repeat), 'reauth')
    for (const status of [301, 302, 307, 308]) assert.equal(isOf(answered(status), repeat), 'operator')
  }
})

test('429 parks the account for as long as it says, or for as long as the engine thinks right', () => {
  assert.deepEqual(defaultVerdict(answered(429, { 'retry-after': '90' }), 'once', now), {
    is: 'retry',
    of: 'account',
    until: new Date('2027-01-13T12:01:30.000Z'),
    why: 'The account has reached one of the network’s rate limits.',
  })
  const verdict = defaultVerdict(answered(429), 'once', now)
  assert.equal(verdict.is === 'retry' && verdict.of === 'account' && verdict.until === undefined, true)
})

test('Retry-After is seconds or a date, at least a second and at most a day', () => {
  assert.equal(retryAfterMs('5', now), 5_000)
  assert.equal(retryAfterMs('0', now), 1_000)
  assert.equal(retryAfterMs('Wed, 13 Jan 2027 12:02:00 GMT', now), 120_000)
  assert.equal(retryAfterMs('99999999', now), 86_400_000)
  assert.equal(retryAfterMs('soon', now), null)
  assert.equal(retryAfterMs(undefined, now), null)
})
