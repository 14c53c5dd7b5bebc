import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { x as network } from '#test/connector-suite/networks/x.ts'
import { threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'

async function start(t: TestContext, texts: readonly string[], more: { readonly firstComment?: string } = {}) {
  const stand = await openStand(t, 'x')
  const signedIn = await signIn(stand, network, 'alice')
  return { stand, walker: walkerOf(stand, signedIn, threadOf(signedIn, texts, more)) }
}

const change = (stand: Stand, settings: Readonly<Record<string, unknown>>) =>
  assert.equal(stand.sandbox.network('x').settings?.change(settings), null)

test('thread parts and the first comment are sent five seconds apart, since X finds a new post only after a delay', async (t) => {
  const { stand, walker } = await start(t, ['one', 'two', 'three'], { firstComment: 'more' })
  assert.equal((await walker.toEnd()).failure, null)
  const times = stand.seen('alice').map(({ at }) => new Date(at).getTime())
  assert.equal(times.length, 4)
  for (const [nth, at] of times.entries()) assert.ok(nth === 0 || at - (times[nth - 1] ?? 0) >= 5_000, String(nth))
})

test('a reply to a part that X cannot find yet is sent later, and the thread is published once', async (t) => {
  const { stand, walker } = await start(t, ['one', 'two'])
  change(stand, { replyLagMs: 60_000 })
  assert.equal((await walker.take()).failure, null)
  for (const _ of [1, 2]) {
    const { verdict, failure } = await walker.take()
    assert.match(failure?.body ?? '', /deleted or not visible/)
    assert.ok(verdict?.is === 'retry' && verdict.of === 'call')
    stand.later(30_000)
  }
  assert.equal((await walker.toEnd()).failure, null)
  const seen = stand.seen('alice')
  assert.deepEqual(
    seen.map(({ text, replyTo }) => [text, replyTo]),
    [
      ['one', null],
      ['two', seen[0]?.id],
    ],
  )
})

test('a part that X still cannot find after five minutes counts as deleted, and the rest is refused', async (t) => {
  const { stand, walker } = await start(t, ['one', 'two'])
  await walker.take()
  stand.sandbox.network('x').acts.delete_latest?.('alice')
  const soon = await walker.take()
  assert.equal(soon.verdict?.is, 'retry')
  stand.later(5 * 60_000)
  const { verdict } = await walker.take()
  assert.ok(verdict?.is === 'refused' && verdict.code === 'reply_target_gone')
})
