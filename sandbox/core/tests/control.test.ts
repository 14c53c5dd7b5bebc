import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox } from '../../index.ts'
import { aKey, openBluesky } from '../../networks/bluesky/tests/kit.ts'

test('an invalid control call is rejected with the field and its valid values', async () => {
  await using t = await openBluesky()
  const cases: [path: string, body: object, message: RegExp, field: string][] = [
    ['/faults', { network: 'net-z', kind: 'slow' }, /must be one of bluesky/, 'network'],
    ['/faults', { network: 'bluesky', kind: 'fire' }, /must be one of slow, error_before/, 'kind'],
    ['/faults', { network: 'bluesky', kind: 'slow', call: 'putrecord' }, /must be one of .*putRecord/, 'call'],
    ['/faults', { network: 'bluesky', kind: 'slow', account: 'zoe' }, /must be alice, bob, carla/, 'account'],
    ['/faults', { network: 'bluesky', kind: 'slow', times: 0.5 }, /must be a whole number/, 'times'],
    ['/faults', { network: 'bluesky', kind: 'slow', probability: 2 }, /from 0 to 1/, 'probability'],
    ['/faults', { network: 'bluesky', kind: 'slow', when: 'now' }, /"when" is not a known field/, 'when'],
    ['/clock', { advanceMs: -1 }, /from 0 to/, 'advanceMs'],
    ['/latency', { minMs: 5, maxMs: 1 }, /must not be less/, 'maxMs'],
    ['/settings', { network: 'bluesky', settings: { strict: 'yes' } }, /must be a boolean/, 'settings'],
    ['/act', { network: 'bluesky', account: 'alice', act: 'dance' }, /must be one of take_down/, 'act'],
  ]
  for (const [path, body, message, field] of cases) {
    const { status, body: answer } = await t.control(path, body)
    assert.deepEqual([status, answer.error?.field], [400, field], JSON.stringify(body))
    assert.match(answer.error.message, message)
  }
  assert.equal((await t.control('/nothing')).status, 404)
  assert.deepEqual((await t.control('/faults')).body, { faults: [] })
})

test('the ledger lists each account’s posts in order, and the call log has the time of each first byte', async () => {
  await using t = await openBluesky({ now: () => Date.UTC(2026, 10, 21, 8) })
  const [alice, bob] = [await t.person('alice'), await t.person('bob')]
  await alice.put(aKey(0), { text: 'one' })
  await t.control('/clock', { advanceMs: 1_500 })
  await bob.put(aKey(0), { text: 'two' })
  const { body } = await t.control('/ledger?network=bluesky')
  assert.deepEqual(
    body.entries.map((entry: { account: string; text: string; at: string }) => [entry.account, entry.text, entry.at]),
    [
      ['alice', 'one', '2026-11-21T08:00:00.000Z'],
      ['bob', 'two', '2026-11-21T08:00:01.500Z'],
    ],
  )
  assert.equal((await t.control('/ledger?network=bluesky&account=bob')).body.total, 1)
  const { calls, next } = (await t.control('/calls?call=putRecord&account=bob')).body
  assert.deepEqual(
    calls.map((call: { at: string; status: number }) => [call.at, call.status]),
    [['2026-11-21T08:00:01.500Z', 200]],
  )
  assert.deepEqual((await t.control(`/calls?after=${next}`)).body.calls, [])
})

test('a reset restores the initial state: no posts, no faults, no moved clock, no sessions', async () => {
  await using t = await openBluesky({ now: () => 1_000_000 })
  const alice = await t.person()
  await alice.put(aKey())
  await t.control('/faults', { network: 'bluesky', kind: 'slow' })
  await t.control('/clock', { advanceMs: 5_000 })
  await t.control('/reset', {})
  const { body } = await t.control('/state')
  assert.deepEqual([body.entries, body.faults, body.now], [0, [], '1970-01-01T00:16:40.000Z'])
  assert.equal(
    (await t.post('com.atproto.server.refreshSession', undefined, alice.refreshJwt)).body.error,
    'ExpiredToken',
  )
})

test('numbered accounts are created on first use, as many as a benchmark requests', async () => {
  await using t = await openBluesky()
  const { accounts } = (await t.control('/accounts', { network: 'bluesky', count: 2_000 })).body
  assert.deepEqual([accounts.length, accounts.at(-1).handle], [2_000, 'user-2000.sandbox'])
  assert.equal((await t.signIn('user-20000.sandbox')).status, 200)
  assert.equal((await t.signIn('user-20001.sandbox')).status, 401)
})

test('latency applies to every call to a network and never to the control API', async () => {
  await using t = await openBluesky()
  await t.control('/latency', { minMs: 40, maxMs: 60 })
  await t.get('com.atproto.server.describeServer')
  const { calls } = (await t.control('/calls?call=describeServer')).body
  assert.ok(calls[0].tookMs >= 38, `took ${calls[0].tookMs} ms`)
})

test('the pages name every network and load nothing from elsewhere', async () => {
  await using sandbox = await createSandbox()
  const home = await fetch(sandbox.url)
  assert.match(await home.text(), /href="\/feed\/bluesky\/carla"/)
  assert.match(home.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  assert.equal((await fetch(`${sandbox.url}/feed/bluesky`)).status, 200)
  assert.equal((await fetch(`${sandbox.url}/feed/bluesky/zoe`)).status, 404)
})

test('a post’s wire log shows its account’s calls with their responses and faults', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await t.control('/faults', { network: 'bluesky', kind: 'error_before', call: 'putRecord', times: 1 })
  await alice.put(aKey())
  await alice.put(aKey())
  const feed = await (await fetch(`${t.sandbox.url}/feed/bluesky/alice`)).text()
  const address = /href="(\/wire\/bluesky\/alice\/[^"]+)"/.exec(feed)?.[1] ?? assert.fail(feed)
  const log = await (await fetch(t.sandbox.url + address)).text()
  assert.match(log, />5\d\d<.*?putRecord.*?error before.*?>200<.*?putRecord/s)
  assert.equal((await fetch(`${t.sandbox.url}/wire/bluesky/alice/nothing`)).status, 404)
})
