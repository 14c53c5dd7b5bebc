import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '#infra/log/log.ts'
import { minutes, seconds } from '#kernel/clock.ts'
import { createPlanner } from '#modules/planning/index.ts'
import { createDispatcher } from '#modules/posts/index.ts'
import { backUpTables } from '#test/harness/app/back-up-tables.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'
import { isPaidFor, lookBeforeSending } from './look-before-sending.ts'

/**
 * Starts after a period without a heartbeat, on a database that was restored without leaving a trace, and on one that
 * was merely shut down.
 */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, settings: { X_MONTHLY_READS: '150' } })
  await t.as('root')
  w = await connectBoth(t)
})
beforeEach(async () => {
  t.sandbox.faults.remove()
  // An engine has been running until now.
  await post('at work')
  await t.advance(minutes(1))
})
after(() => t[Symbol.asyncDispose]())

let nth = 0
async function post(content: string, { platforms = ['bluesky', 'mastodon'], more = {} } = {}) {
  nth += 1
  const words = `${content} ${nth}`
  const body = { profileId: w.profileId, platforms, content: words, ...more }
  return { words, id: done(await w.ada.post('/v1/posts', body), 201).body.id as string }
}
const later = () => ({ scheduledAt: inTime(t, minutes(5)) })
const out = (words: string) => t.sandbox.ledger.entries({}).filter(({ text }) => text === words).length
const statusOf = async (id: string) => done(await w.ada.get(`/v1/posts/${id}`)).body.status
const requested = () => t.sandbox.calls.list({} as never).calls.length
const start = (deps = t.deps) =>
  lookBeforeSending(deps, { planner: createPlanner(t.deps), dispatcher: createDispatcher(t.deps) })
/** Time passes while nothing runs. */
const silence = async (ms: number) => {
  const settled = t.now()
  await sql`update engine_presence set seen_at = ${new Date(settled.getTime() - ms)}`.execute(t.db)
}

test('a database restored without a trace publishes nothing twice, and publishes what was not published yet', async () => {
  const gone = await post('published before', { more: later() })
  const restore = await backUpTables(t.db)
  await t.advance(minutes(6))
  assert.equal(out(gone.words), 2)
  await restore()
  await sql`drop schema backup cascade`.execute(t.db)
  const missing = await post('never published')
  await start()
  await t.settle()
  assert.deepEqual([out(gone.words), out(missing.words)], [2, 2])
  assert.deepEqual([await statusOf(gone.id), await statusOf(missing.id)], ['published', 'published'])
})

test('posts to a network that cannot be searched are sent as usual and do not become unknown', async () => {
  const missing = await post('cannot be queried')
  await silence(minutes(2))
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reset', call: 'listStatuses' })
  await start()
  t.sandbox.faults.remove()
  await t.settle()
  assert.equal(out(missing.words), 2)
  assert.equal(await statusOf(missing.id), 'published')
})

test('a bug while a network is queried is logged as an error and does not hold back posts', async () => {
  const missing = await post('asked wrongly')
  await silence(minutes(2))
  const lines = new PassThrough().setEncoding('utf8')
  const { bluesky } = t.deps.connectors
  assert.ok(bluesky)
  const wrong = { ...bluesky, recall: () => Promise.reject(new TypeError('a mistake of ours')) }
  await start({
    ...t.deps,
    connectors: { ...t.deps.connectors, bluesky: wrong },
    log: createLog({ level: 'error', destination: lines }),
  })
  assert.match(String(lines.read()), /publishing\.recall_failed.*a mistake of ours/)
  await t.settle()
  assert.equal(out(missing.words), 2)
})

test('no network is queried after a mere restart, or at a start with nothing due', async () => {
  await post('just before the restart')
  await silence(seconds(10))
  const before = requested()
  await start()
  assert.equal(requested(), before)
  await t.settle()
  await silence(minutes(2))
  const settled = requested()
  await start()
  assert.equal(requested(), settled)
})

test('X, which charges for reads, is queried only within its budget; the sandbox charges nothing', async () => {
  const { x } = t.deps.connectors
  assert.ok(x)
  const { config } = t.deps
  const without = { ...config, networks: { ...config.networks, x: { ...config.networks.x, monthlyReads: null } } }
  const live = { network: 'x', mode: 'live' } as const
  assert.equal(await isPaidFor({ ...t.deps, config: without }, x, live), false)
  assert.equal(await isPaidFor({ ...t.deps, config: without }, x, { ...live, mode: 'sandbox' }), true)
  assert.deepEqual([await isPaidFor(t.deps, x, live), await isPaidFor(t.deps, x, live)], [true, false])
  const { rows } = await sql<{ used: number }>`select used::int from metrics_reads`.execute(t.db)
  assert.deepEqual(rows, [{ used: 150 }])
})
