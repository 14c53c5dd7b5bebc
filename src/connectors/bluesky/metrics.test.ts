import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Connectors } from '#connectors/registry.ts'
import { type Driver, openDriver } from '#test/world/bluesky.ts'
import { bluesky } from './index.ts'
import { meter } from './meter.ts'

let t: Driver
before(async () => {
  t = await openDriver()
})
after(() => t.sandbox.close())

const read = (ids: readonly string[]) => {
  assert.ok(bluesky.metrics)
  return bluesky.metrics({ grant: t.grant, http: t.http, signal: new AbortController().signal }, ids)
}

test('counters are read for 25 posts at a time; a deleted post has none', async () => {
  const ids: string[] = []
  for (let n = 0; n < 27; n += 1) ids.push((await t.run(t.post({ text: `post ${n}` }))).shown[0]?.remoteId ?? '')
  const gone = ids[3]?.replace(/.$/, '2') ?? ''
  t.sandbox.clock.advance(48 * 3_600_000)
  t.calls()
  const found = await read([...ids, gone]).catch((error) => assert.fail(JSON.stringify(error.failure)))
  assert.deepEqual(t.calls(), ['getPosts', 'getPosts'])
  assert.deepEqual(
    found.map(({ remoteId }) => remoteId),
    [...ids, gone],
  )
  assert.equal(found.at(-1)?.counts, null)
  const { counts } = found[0] ?? {}
  assert.deepEqual(Object.keys(counts ?? {}).toSorted(), ['comments', 'likes', 'quotes', 'saves', 'shares'])
  assert.ok((counts?.likes ?? 0) > 0)
  assert.deepEqual(await read([]), [])
})

test('remaining calls are read from the headers; without headers they are unknown', () => {
  const headers = { 'ratelimit-limit': '5000', 'ratelimit-remaining': '4998', 'ratelimit-reset': '1795251600' }
  const resetsAt = new Date(1_795_251_600_000)
  const policy = (text: string) => meter({ status: 200, headers: { ...headers, 'ratelimit-policy': text } })
  assert.deepEqual(policy('5000;w=3600'), [{ scope: 'account', remaining: 4_998, resetsAt }])
  assert.deepEqual(policy('3000;w=300'), [{ scope: 'node', remaining: 4_998, resetsAt }])
  // Sign-ins also have a five-minute limit, but per account.
  assert.deepEqual(policy('30;w=300'), [{ scope: 'account', remaining: 4_998, resetsAt }])
  assert.deepEqual(meter({ status: 200, headers: {} }), [])
  assert.deepEqual(meter({ status: 200, headers: { ...headers, 'ratelimit-reset': 'soon' } }), [])
})

test('Bluesky implements the connector interface', () => {
  const one: Pick<Connectors, 'bluesky'> = { bluesky: bluesky }
  assert.equal(one.bluesky.limits.network, 'bluesky')
  for (const [name, step] of Object.entries(bluesky.steps)) {
    assert.ok(step.deadlineMs === undefined || !step.shows || step.deadlineMs <= 20_000, name)
    if (name.startsWith('comment') || name === 'gate') assert.equal(step.optional, true, name)
  }
})
