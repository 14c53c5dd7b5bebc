import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { patienceMs } from '#test/harness/patience.ts'
import { type FaultKind, faultKinds } from '../../../core/control/faults.ts'
import { png, type Reply, startMastodon } from './kit.ts'

type Server = Awaited<ReturnType<typeof startMastodon>>

const post = (on: Server) => on.post('alice', { status: 'once' }, 'key-1')

/** The expected response to each kind of fault, and whether the post exists in each case. */
const kinds: Readonly<Record<FaultKind, { posted: boolean; answer: number | 'cut'; rule?: object; error?: string }>> = {
  slow: { posted: true, answer: 200, rule: { delayMs: 60 } },
  error_before: { posted: false, answer: 503 },
  reset: { posted: false, answer: 'cut' },
  rate_limit: { posted: false, answer: 429, rule: { retryAfterMs: 90_000 }, error: 'Too many requests' },
  expired_token: { posted: false, answer: 401, error: 'The access token expired' },
  revoked_token: { posted: false, answer: 401, error: 'The access token was revoked' },
  reject: { posted: false, answer: 422, error: 'Validation failed: Text character limit of 500 exceeded' },
  slow_processing: { posted: true, answer: 200 },
  error_after: { posted: true, answer: 503 },
  timeout_after: { posted: true, answer: 'cut' },
  drop_after: { posted: true, answer: 'cut' },
  truncate_after: { posted: true, answer: 'cut' },
}

for (const kind of Object.keys(faultKinds) as FaultKind[]) {
  const { posted, answer, rule, error } = kinds[kind]
  if (kind === 'timeout_after' || kind === 'slow_processing') continue
  test(`${kind}: ${posted ? 'posted' : 'not posted'}, response ${answer}, and a repeat with the same key leaves one post`, async () => {
    await using on = await startMastodon()
    await on.fault({ kind, times: 1, account: 'alice', call: 'createStatus', ...rule })
    assert.equal((await on.post('bob', { status: 'of another account' })).status, 200)
    const startedMs = performance.now()
    const got: Reply | 'cut' = await post(on).catch(cutOrThrow)
    const tookMs = performance.now() - startedMs
    assert.equal(got === 'cut' ? got : got.status, answer)
    assert.equal(on.seen('alice').length, posted ? 1 : 0)
    if (got !== 'cut' && error !== undefined) assert.equal(got.body.error, error)
    if (got !== 'cut' && kind === 'rate_limit') {
      const reset = new Date(on.sandbox.clock.ms() + 90_000).toISOString()
      assert.equal(got.headers.get('x-ratelimit-reset'), reset)
    }
    if (kind === 'slow') assert.ok(tookMs >= 55, `took ${tookMs} ms`)

    assert.equal((await post(on)).status, 200)
    assert.deepEqual(
      on.seen('alice').map(({ text, key }) => [text, key]),
      [['once', 'key-1']],
    )
    const calls = on.sandbox.calls.list({ account: 'alice', call: 'createStatus' }).calls
    assert.deepEqual(
      calls.map((call) => call.fault),
      [kind, null],
    )
  })
}

test('timeout_after: the status is posted, and no response arrives however long the client waits', async () => {
  await using on = await startMastodon()
  await on.fault({ kind: 'timeout_after', times: 1 })
  const leaves = new AbortController()
  const answer = fetch(`${on.base}/api/v1/statuses`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token-alice', 'idempotency-key': 'key-1' },
    body: new URLSearchParams({ status: 'once' }),
    signal: leaves.signal,
  }).then(
    ({ status }) => `answered ${status}`,
    () => 'left',
  )
  await until(() => on.seen('alice').length === 1)
  assert.equal(on.sandbox.calls.open, 1)
  leaves.abort()
  assert.equal(await answer, 'left')
  await until(() => on.sandbox.calls.open === 0)
  assert.equal((await post(on)).status, 200)
  assert.equal(on.seen('alice').length, 1)
})

test('slow_processing: even an image must be converted before it can be used', async () => {
  await using on = await startMastodon()
  await on.fault({ kind: 'slow_processing', times: 1, delayMs: 30_000 })
  const { status, body } = await on.upload('alice', png(10, 10))
  assert.deepEqual([status, body.url], [202, null])
  const poll = () => on.call('GET', `/api/v1/media/${body.id}`, { as: 'alice' })
  const attach = () => on.post('alice', { status: 'with it', 'media_ids[]': body.id })
  assert.equal((await poll()).status, 206)
  assert.equal((await attach()).status, 422)
  on.later(30_000)
  assert.equal((await poll()).status, 200)
  assert.equal((await attach()).body.media_attachments.length, 1)
})

test('rate_limit without a wait: the response does not say how long to wait', async () => {
  await using on = await startMastodon()
  await on.fault({ kind: 'rate_limit', times: 1 })
  const { status, headers } = await post(on)
  assert.deepEqual([status, headers.get('x-ratelimit-reset'), headers.get('retry-after')], [429, null, null])
})

/** Distinguishes a cut connection from one that hangs. */
function cutOrThrow(error: unknown): 'cut' {
  if (error instanceof TypeError) return 'cut'
  throw error
}

async function until(holds: () => boolean): Promise<void> {
  const endMs = performance.now() + patienceMs()
  while (!holds()) {
    assert.ok(performance.now() < endMs, 'It did not come to hold.')
    await pause(5)
  }
}
