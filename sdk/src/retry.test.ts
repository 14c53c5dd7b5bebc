import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PosthornError, retryAfter } from './error.ts'
import { delayBefore, mayRepeat, type RetrySettings, wait } from './retry.ts'

const settings: RetrySettings = { attempts: 4, firstDelayMs: 100, longestDelayMs: 5_000 }
const failed = (status: number, retryAfterMs: number | null = null, code = 'some_code') =>
  new PosthornError({ code, status, message: 'no', retryAfterMs })
const delay = (attempt: number, error: PosthornError, chance = 0.5) => delayBefore({ attempt, error, chance }, settings)

test('only calls that are safe to repeat are repeated', () => {
  for (const method of ['GET', 'HEAD', 'DELETE']) assert.equal(mayRepeat(method, null), true, method)
  for (const method of ['POST', 'PATCH', 'PUT']) assert.equal(mayRepeat(method, null), false, method)
  assert.equal(mayRepeat('POST', 'a key'), true)
  assert.equal(mayRepeat('PATCH', 'a key'), false)
})

test('temporary errors are retried, and rejections are not', () => {
  for (const status of [429, 502, 503, 504]) assert.notEqual(delay(2, failed(status)), null, `${status}`)
  for (const status of [400, 401, 403, 404, 409, 412, 422, 500])
    assert.equal(delay(2, failed(status)), null, `${status}`)
  assert.notEqual(delay(2, failed(0, null, 'no_answer')), null)
  assert.notEqual(delay(2, failed(409, 1_000, 'idempotency_in_progress')), null)
})

test('delays double, are randomized, and end after the last attempt', () => {
  assert.deepEqual(
    [2, 3, 4].map((attempt) => delay(attempt, failed(503), 0)),
    [50, 100, 200],
  )
  assert.deepEqual(
    [2, 3, 4].map((attempt) => delay(attempt, failed(503), 1)),
    [100, 200, 400],
  )
  assert.equal(delay(5, failed(503)), null)
})

test('a requested wait is never shortened, and one that is too long fails immediately', () => {
  assert.equal(delay(2, failed(429, 2_000), 0), 2_000)
  assert.equal(delay(2, failed(429, 2_000), 1), 2_100)
  assert.equal(delay(2, failed(429, 5_000), 0), 5_000)
  assert.equal(delay(2, failed(429, 5_001), 0), null)
})

test('Retry-After is parsed as seconds and as a date', () => {
  const nowMs = Date.UTC(2026, 10, 21, 9, 0, 0)
  assert.equal(retryAfter('7', nowMs), 7_000)
  assert.equal(retryAfter('Sat, 21 Nov 2026 09:00:30 GMT', nowMs), 30_000)
  assert.equal(retryAfter('Sat, 21 Nov 2026 08:00:00 GMT', nowMs), 0)
  assert.equal(retryAfter('soon', nowMs), null)
  assert.equal(retryAfter(null, nowMs), null)
})

test('aborting ends a wait immediately with the abort’s reason', async () => {
  const controller = new AbortController()
  const waiting = wait(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await assert.rejects(waiting, /enough/)
  await assert.rejects(wait(60_000, controller.signal), /enough/)
})
