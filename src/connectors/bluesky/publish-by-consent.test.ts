import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { CallFailed, type Http } from '#connectors/connector.ts'
import { type Driver, Judged, mp4, openDriver, png } from '#test/world/bluesky.ts'
import { bluesky } from './index.ts'

/** Publishing with an OAuth session, connected by its DID, works like publishing with an app password. */
let t: Driver
before(async () => {
  t = await openDriver('carla', 'consent')
})
beforeEach(() => void t.calls())
after(() => t.sandbox.close())

const outAs = (text: string) => t.ledger().filter((entry) => entry.text === text)
const fails = (work: Promise<unknown>): Promise<Judged> =>
  work.then(
    () => assert.fail('it should have failed'),
    (error: unknown) => (error instanceof Judged ? error : assert.fail(String(error))),
  )

for (const kind of ['error_before', 'error_after', 'drop_after', 'truncate_after', 'reset'] as const) {
  test(`a call that fails (${kind}) is repeated, and the post is published once`, async () => {
    const post = t.post({ text: `spoilt by ${kind}` })
    t.fault({ kind, call: 'putRecord', times: 1 })
    const lost = await fails(t.run(post))
    const { shown } = await t.run(post, { from: { step: lost.step, memo: lost.memo } })
    assert.deepEqual(
      outAs(`spoilt by ${kind}`).map(({ id, kind: what }) => [id, what]),
      [[shown[0]?.remoteId, 'post']],
    )
  })
}

test('images, a streamed video and a thread are published across nonce changes', async () => {
  const film = { kind: 'video', contentType: 'video/mp4', width: 640, height: 480, durationMs: 4_000 } as const
  const pictures = { text: 'two pictures', media: [t.file(png(90)), t.file(png(91))] }
  const thread = [pictures, { text: 'and a video', media: [t.file(mp4(4), film)] }]
  t.sandbox.clock.advance(600_000)
  const { shown } = await t.run(t.post({ format: 'thread', parts: thread }))
  assert.equal(shown.length, 2)
  const http = { ...t.http, now: t.sandbox.clock.now(), addresses: { api: t.server, directory: t.server } }
  await t.run(t.post({ text: 'sent directly', parts: [{ text: 'sent directly', media: [t.file(mp4(5), film)] }] }), {
    http,
  })
  assert.deepEqual([outAs('two pictures').length, outAs('sent directly').length], [1, 1])
})

test('a nonce that a server returns only in its header is sent with the next request', async () => {
  const http: Http = {
    ...t.http,
    now: t.sandbox.clock.now(),
    async send(request) {
      try {
        return await t.http.send(request)
      } catch (error) {
        if (!(error instanceof CallFailed) || error.failure.status !== 401) throw error
        throw new CallFailed({ ...error.failure, body: 'Unauthorized' })
      }
    },
  }
  t.sandbox.clock.advance(600_000)
  await t.run(t.post({ text: 'told by the header' }), { http: { ...http, now: t.sandbox.clock.now() } })
  assert.equal(outAs('told by the header').length, 1)
})

test('a revoked session, and one with a different key, are refused and need the user', async () => {
  const stranger = await openDriver('carla', 'consent')
  await stranger.sandbox.close()
  const stolen = { ...stranger.grant, server: t.server, accessJwt: t.grant.accessJwt }
  assert.equal((await fails(t.run(t.post({ text: 'stolen' }), { grant: stolen }))).verdict?.is, 'reauth')
  await t.sandbox.network('bluesky').acts?.revoke_consents?.('carla')
  assert.equal((await fails(t.run(t.post({ text: 'stolen' })))).verdict?.is, 'reauth')
  assert.equal(outAs('stolen').length, 0)
  const refreshing = bluesky.auth.refresh?.(t.http, t.grant) ?? Promise.resolve()
  await assert.rejects(refreshing, /400/)
})

test('suspended and deactivated accounts are also recognized with an OAuth session', async () => {
  await using other = await openDriver('bob', 'consent')
  for (const [act, why] of [
    ['take_down', /suspended this account/],
    ['deactivate', /is deactivated/],
  ] as const) {
    await other.sandbox.network('bluesky').acts?.[act]?.('bob')
    const error = await bluesky.auth.refresh?.(other.http, other.grant)?.catch((caught: unknown) => caught)
    assert.ok(error instanceof CallFailed)
    const verdict = bluesky.judge(error.failure, 'refresh', new Date(0))
    assert.ok(verdict?.is === 'reauth' && verdict.final, JSON.stringify(verdict))
    assert.match(verdict.why, why)
    assert.match(error.failure.body, /invalid_grant/, 'the message is the server’s')
  }
})
