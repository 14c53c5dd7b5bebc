import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { aKey, openBluesky, type Reply } from '../../networks/bluesky/tests/kit.ts'
import type { FaultKind } from '../control/faults.ts'

/** Returns the client's view: a status, or `none` without a readable response. */
const seen = async (reply: Promise<Reply>): Promise<number | 'none'> => {
  try {
    return (await reply).status
  } catch {
    return 'none'
  }
}

const table: readonly [kind: FaultKind, client: number | 'none', posted: boolean][] = [
  ['error_before', 500, false],
  ['reset', 'none', false],
  ['rate_limit', 429, false],
  ['expired_token', 400, false],
  ['revoked_token', 400, false],
  ['reject', 400, false],
  ['slow', 200, true],
  ['error_after', 500, true],
  ['drop_after', 'none', true],
  ['truncate_after', 'none', true],
]

for (const [kind, client, posted] of table) {
  test(`${kind}: the client sees ${client}, and the post is ${posted ? '' : 'not '}there`, async () => {
    await using t = await openBluesky()
    const alice = await t.person()
    const { status } = await t.control('/faults', { network: 'bluesky', call: 'putRecord', kind, times: 1, delayMs: 5 })
    assert.equal(status, 200)
    assert.equal(await seen(alice.put(aKey())), client)
    assert.equal(t.sandbox.ledger.entries().length, posted ? 1 : 0)
    // The fault occurs once; the retry succeeds and creates no second post.
    assert.equal(await seen(alice.put(aKey())), 200)
    assert.equal(t.sandbox.ledger.entries().length, 1)
  })
}

test('timeout_after: the post is created, and the response never arrives', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await t.control('/faults', { network: 'bluesky', kind: 'timeout_after', times: 1 })
  const leaving = new AbortController()
  const waiting = fetch(`${t.pds}/xrpc/com.atproto.repo.putRecord`, {
    method: 'POST',
    signal: leaving.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${alice.accessJwt}` },
    body: JSON.stringify({
      repo: alice.did,
      collection: 'app.bsky.feed.post',
      rkey: aKey(),
      record: { text: 'one', createdAt: '2026-11-21T08:00:00Z' },
    }),
  })
  const refused = assert.rejects(waiting)
  await until(() => t.sandbox.ledger.entries().length === 1)
  assert.equal(t.sandbox.calls.open, 1)
  leaving.abort()
  await refused
  await until(() => t.sandbox.calls.open === 0)
  const { calls } = t.sandbox.calls.list({ call: 'putRecord' })
  assert.deepEqual([calls[0]?.status, calls[0]?.fault], [0, 'timeout_after'])
})

test('rate_limit: the headers contain a wait only if one is set', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await t.control('/faults', { network: 'bluesky', kind: 'rate_limit', retryAfterMs: 7_000, times: 1 })
  await t.control('/faults', { network: 'bluesky', kind: 'rate_limit', times: 1 })
  const [faulty, withoutWait] = [await alice.put(aKey()), await alice.put(aKey())]
  assert.deepEqual([faulty.status, faulty.headers.get('retry-after')], [429, '7'])
  assert.ok(faulty.headers.get('ratelimit-reset'))
  assert.deepEqual(
    [withoutWait.status, withoutWait.headers.get('retry-after'), withoutWait.headers.get('ratelimit-reset')],
    [429, null, null],
  )
})

test('a rule affects only the account and call that it names, and token faults affect only calls that send a token', async () => {
  await using t = await openBluesky()
  const [alice, bob] = [await t.person('alice'), await t.person('bob')]
  await t.control('/faults', { network: 'bluesky', kind: 'error_before', account: 'bob', call: 'putRecord' })
  assert.deepEqual([(await alice.put(aKey())).status, (await bob.put(aKey())).status], [200, 500])
  assert.equal((await bob.get('com.atproto.server.getSession')).status, 200)
  await t.control('/faults', undefined, 'DELETE')
  await t.control('/faults', { network: 'bluesky', kind: 'expired_token' })
  assert.equal((await t.signIn()).status, 200)
  assert.equal((await alice.put(aKey(1))).body.error, 'ExpiredToken')
  await t.control('/faults', undefined, 'DELETE')
  await t.control('/faults', { network: 'bluesky', kind: 'revoked_token', account: 'alice' })
  assert.equal(
    (await t.post('com.atproto.server.refreshSession', undefined, alice.refreshJwt)).body.error,
    'ExpiredToken',
  )
  assert.deepEqual([(await t.signIn()).status, (await t.signIn('bob.sandbox')).status], [401, 200])
})

test('a fault with a probability affects the same calls for the same seed', async () => {
  const run = async (seed: string) => {
    await using t = await openBluesky({ seed })
    const alice = await t.person()
    await t.control('/faults', { network: 'bluesky', kind: 'error_before', call: 'putRecord', probability: 0.4 })
    const statuses: number[] = []
    for (let n = 0; n < 40; n += 1) statuses.push((await alice.put(aKey(n))).status)
    return statuses
  }
  const [first, again, other] = [await run('a'), await run('a'), await run('b')]
  assert.deepEqual(first, again)
  assert.notDeepEqual(first, other)
  const struck = first.filter((status) => status === 500).length
  assert.ok(struck > 5 && struck < 30, `${struck} of 40`)
})

test('a client that disconnects during an upload leaves behind no open call and no data', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const leaving = request(`${t.pds}/xrpc/com.atproto.repo.uploadBlob`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', 'content-length': 1_000, authorization: `Bearer ${alice.accessJwt}` },
  })
  leaving.on('error', () => {})
  leaving.write(Buffer.alloc(10))
  await until(() => t.sandbox.calls.open === 1)
  leaving.destroy()
  await until(() => t.sandbox.calls.open === 0)
  assert.equal(t.sandbox.calls.list({ call: 'uploadBlob' }).calls[0]?.status, 0)
})

async function until(done: () => boolean): Promise<void> {
  const end = Date.now() + 5_000
  while (!done()) {
    if (Date.now() > end) throw new Error('Not done within 5 s.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
