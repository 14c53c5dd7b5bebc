import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Doubt } from '#connectors/connector.ts'
import { callOf, type Driver, Judged, openDriver, png } from '#test/world/bluesky.ts'
import { bluesky } from './index.ts'

/** Loses responses at every point. The result is one post that is never edited. */
let t: Driver
before(async () => {
  t = await openDriver('bob')
})
beforeEach(() => void t.calls())
after(() => t.sandbox.close())

const withText = (text: string) => t.ledger().filter((entry) => entry.text === text)
const fails = (work: Promise<unknown>): Promise<Judged> =>
  work.then(
    () => assert.fail('it should have failed'),
    (error: unknown) => (error instanceof Judged ? error : assert.fail(String(error))),
  )

for (const kind of ['error_after', 'drop_after', 'truncate_after'] as const) {
  test(`a response is lost (${kind}): the repeat finds and returns the post`, async () => {
    const post = t.post({ text: `lost by ${kind}` })
    t.fault({ kind, call: 'putRecord', times: 1 })
    const lost = await fails(t.run(post))
    assert.equal(lost.verdict, null)
    const { shown } = await t.run(post, { from: { step: lost.step, memo: lost.memo } })
    assert.deepEqual(
      withText(`lost by ${kind}`).map(({ id, kind: what }) => [id, what]),
      [[shown[0]?.remoteId, 'post']],
    )
  })
}

test('a restart from the first step with a changed text neither duplicates nor edits the post', async () => {
  const post = t.post({ text: 'hello @carla.sandbox' })
  const first = await t.run(post)
  t.sandbox.network('bluesky').acts?.delete_account?.('carla')
  const second = await t.run(post)
  t.sandbox.network('bluesky').acts?.restore?.('carla')
  assert.equal(second.warnings.length, 1)
  assert.deepEqual(second.shown, first.shown)
  assert.deepEqual(
    withText('hello @carla.sandbox').map(({ kind }) => kind),
    ['post'],
  )
  assert.deepEqual((await t.record(first.shown[0]?.remoteId ?? '')).facets !== undefined, true)
})

test('an interrupted thread continues with the missing part', async () => {
  const parts = ['first of three', 'second of three', 'third of three'].map((text) => ({ text, media: [] }))
  const post = t.post({ format: 'thread', parts })
  const { memo, step } = await t.run(post, { stopBefore: 'put' })
  const one = await t.run(post, { from: { step, memo } })
  assert.equal(one.shown.length, 3)
  const again = await t.run(post, { from: { step: 'put', memo } })
  assert.deepEqual(again.shown, one.shown)
  assert.equal(t.ledger().filter(({ text }) => text.endsWith('of three')).length, 3)
})

test('find distinguishes posts that exist from those that do not, and does not match another post', async () => {
  const post = t.post({ text: 'is it there?' })
  const { memo } = await t.run(post, { stopBefore: 'put' })
  const find = bluesky.steps.put?.find
  const doubt: Doubt = { first: new Date(0), last: new Date(0), tries: 1, failure: null, ours: async () => true }
  const given = { http: t.http, grant: t.grant, now: t.sandbox.clock.now(), files: new Map(), name: t.nameOf(post) }
  assert.equal(await find?.(callOf(given), post, memo, doubt), 'absent')
  const { shown } = await t.run(post)
  const found = await find?.(callOf(given), post, memo, doubt)
  assert.deepEqual(typeof found === 'object' && found.shown, shown[0])
  const other = t.post({ text: 'something else' })
  const built = await t.run(other, { stopBefore: 'put' })
  assert.equal(await find?.(callOf(given), other, built.memo, doubt), 'absent')
})

test('a key already used by another record is refused, and that record is unchanged', async () => {
  const post = t.post({ text: 'stands' })
  await t.run(post)
  const other = t.post({ text: 'comes later' })
  const { memo } = await t.run(other, { stopBefore: 'put' })
  const refused = await fails(t.run(post, { from: { step: 'put', memo } }))
  assert.deepEqual(refused.verdict?.is === 'refused' && refused.verdict.code, 'record_exists')
  assert.deepEqual([withText('stands').length, withText('comes later').length], [1, 0])
})

test('files that the server dropped are uploaded again, and the record is rebuilt', async () => {
  const post = t.post({ parts: [{ text: 'late picture', media: [t.file(png(90)), t.file(png(91))] }] })
  const { memo, dies } = await t.run(post, { stopBefore: 'put' })
  assert.ok((dies.at(-1)?.getTime() ?? 0) - t.sandbox.clock.ms() <= 30 * 60_000)
  t.sandbox.network('bluesky').acts?.lose_unused_blobs?.('bob')
  t.calls()
  const { steps } = await t.run(post, { from: { step: 'put', memo } })
  assert.deepEqual(steps, ['put', 'uploadAgain', 'upload', 'upload', 'build', 'put'])
  assert.equal(withText('late picture')[0]?.media.length, 2)
})

test('a crash between two images repeats at most one upload', async () => {
  const post = t.post({ parts: [{ text: 'two pictures', media: [t.file(png(92)), t.file(png(93))] }] })
  t.fault({ kind: 'error_before', call: 'uploadBlob', times: 1 })
  const first = await fails(t.run(post))
  assert.equal(first.step, 'upload')
  await t.run(post, { from: { step: first.step, memo: first.memo } })
  assert.deepEqual(t.calls(), ['uploadBlob', 'uploadBlob', 'uploadBlob', 'putRecord'])
})

test('an expired session is distinguished from a refusal', async () => {
  const post = t.post({ text: 'expired' })
  t.fault({ kind: 'expired_token', call: 'putRecord', times: 1 })
  assert.equal((await fails(t.run(post))).verdict?.is, 'reauth')
  t.fault({ kind: 'revoked_token', call: 'putRecord', times: 1 })
  assert.equal((await fails(t.run(post))).verdict?.is, 'reauth')
  t.fault({ kind: 'reject', call: 'putRecord', times: 1 })
  const { verdict } = await fails(t.run(post))
  assert.deepEqual(verdict?.is === 'refused' && verdict.code, 'invalid_request')
  assert.equal(withText('expired').length, 0)
})

test('a rate limit lasts until its stated reset; otherwise the default verdict applies', async () => {
  const post = t.post({ text: 'limited' })
  t.fault({ kind: 'rate_limit', call: 'putRecord', times: 1, retryAfterMs: 60_000 })
  const { verdict } = await fails(t.run(post))
  assert.equal(verdict?.is === 'retry' && verdict.of, 'node')
  const until = verdict?.is === 'retry' ? (verdict.until?.getTime() ?? 0) : 0
  assert.ok(Math.abs(until - t.sandbox.clock.ms() - 60_000) < 5_000)
  t.fault({ kind: 'rate_limit', call: 'putRecord', times: 1 })
  assert.equal((await fails(t.run(post))).verdict, null)
})
