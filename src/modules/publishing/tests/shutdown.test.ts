import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openDb, openPool } from '#infra/db/client.ts'
import { seconds } from '#kernel/clock.ts'
import { until } from '#test/harness/queue.ts'
import { setReadOnly } from '#test/servers/read-only.ts'
import { openTcpProxy } from '#test/servers/tcp-proxy.ts'
import { openPublishing } from '#test/world/publishing.ts'

test('a wake-up sends an enqueued post without waiting for the next poll', async (t) => {
  const p = await openPublishing(t)
  const engine = p.engine()
  engine.start()
  const target = await p.submit()
  engine.kick()
  await until('it is published', async () => (await p.row(target)).status === 'published')
  await engine.stop()
})

test('a stop waits for the running step, begins no other, and releases the lane immediately', async (t) => {
  const p = await openPublishing(t)
  const slow = Promise.withResolvers<void>()
  p.network.fail('post', { is: 'wait', for: slow.promise, before: true })
  const first = await p.submit({ text: 'first', thread: ['its second part'] })
  const second = await p.submit({ text: 'second' })
  const engine = p.engine()
  engine.start()
  await until('the call is made', () => p.network.calls.length === 1)
  const stopped = engine.stop()
  slow.resolve()
  await stopped
  assert.deepEqual(p.texts(), ['first'])
  assert.deepEqual([(await p.row(first)).parts.shown, (await p.row(second)).status], [1, 'queued'])

  await p.settle(p.engine())
  assert.deepEqual(p.texts(), ['first', 'its second part', 'second'], 'no one had to wait for a lease to end')
  assert.equal((await p.row(first)).attempts, 1)
})

test('a step that outlives the grace period is aborted, and the next process determines its outcome', async (t) => {
  const p = await openPublishing(t)
  const never = Promise.withResolvers<void>()
  t.after(() => never.resolve())
  p.network.knowsKeys = false
  p.network.fail('post', { is: 'wait', for: never.promise })
  const target = await p.submit()
  const engine = p.engine({ graceMs: 20 })
  engine.start()
  await until('it is done there', () => p.texts().length === 1)
  await engine.stop()
  await p.advance(seconds(31))
  await p.settle(p.engine())
  assert.deepEqual([(await p.row(target)).status, p.texts()], ['published', ['hello']])
})

for (const [how, awayMs] of [
  ['for a moment', 0],
  ['until after the lease', 31_000],
] as const) {
  test(`the network’s response is not lost while the database is away ${how}`, async (t) => {
    const p = await openPublishing(t, { canFind: false })
    const proxy = await openTcpProxy(p.connection)
    const db = openDb(
      openPool({ connectionString: proxy.url }, { name: 'far', max: 3, statementTimeoutMs: 5_000 }, () => {}),
    )
    t.after(async () => {
      await db.destroy()
      await proxy[Symbol.asyncDispose]()
    })
    const target = await p.submit()
    const frozen = p.freezeAt('answered')
    const ends = p.engine({ db, probe: frozen.probe }).tick()
    await frozen.reached
    proxy.refuse()
    frozen.wake()
    await p.advance(awayMs)
    proxy.heal()
    await ends
    const row = await p.row(target)
    assert.deepEqual([row.status, row.remoteId], ['published', 'p1'])
  })
}

test('while the database is read-only no post is sent or fails, no outcome is lost, and everything continues afterwards', async (t) => {
  const p = await openPublishing(t, { canFind: false })
  const db = openDb(openPool(p.connection, { name: 'far', max: 3, statementTimeoutMs: 5_000 }, () => {}))
  t.after(() => db.destroy())
  const sent = await p.submit({ text: 'sent before' })
  const frozen = p.freezeAt('answered')
  const ends = p.engine({ db, probe: frozen.probe }).tick()
  await frozen.reached
  const waiting = await p.submit({ account: 'other', text: 'due in between' })
  await setReadOnly(p.connection, 'on')
  frozen.wake()
  const far = { db, holder: 'another' }
  await until('a claim is refused', () =>
    p
      .engine(far)
      .tick()
      .then(
        () => false,
        (error: { code?: string }) => error.code === '25006',
      ),
  )
  assert.deepEqual(p.texts(), ['sent before'])
  await setReadOnly(p.connection, 'off')
  await ends
  await p.settle(p.engine({ db }))
  assert.deepEqual([(await p.row(sent)).status, (await p.row(waiting)).status], ['published', 'published'])
  assert.deepEqual(p.texts(), ['sent before', 'due in between'])
})

test('a restart on the same database releases the lanes of its dead predecessor immediately', async (t) => {
  const p = await openPublishing(t, { uploads: true })
  await p.submit()
  const frozen = p.freezeAt('before-poll')
  void p.engine({ probe: frozen.probe, holder: 'here 1' }).tick()
  await frozen.reached
  const heir = p.engine({ holder: 'here 2' })
  assert.equal(await heir.tick(), 0)
  assert.equal(await heir.releaseAllOf('here 1'), 1)
  await p.settle(heir)
  assert.deepEqual(p.texts(), ['hello'])
  const { rows } = await sql<{ holder: string | null }>`select holder from remote_account`.execute(p.db)
  assert.deepEqual(rows, [{ holder: null }])
})
