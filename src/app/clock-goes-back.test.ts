import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createClock } from '#infra/time/clock.ts'
import { hours, minutes, seconds } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { createHeartbeat } from '#modules/installation/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { setTestClock } from '#test/harness/clock.ts'
import { startReceiver } from '#test/servers/receiver.ts'
import { chatSettings, linkChat, openTelegram } from '#test/world/chats/telegram.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { createWebhook } from '#test/world/webhooks.ts'
import { otherTimes, settleClock, waitingTimes } from './settle-clock.ts'

/** Tests in which everything is running when the application's and the database's clocks go back by an hour. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let chat: Awaited<ReturnType<typeof openTelegram>>
let isDown = false
/** The posts whose events the receiver has accepted. */
const accepted = new Set<unknown>()
const receiver = await startReceiver((_, { body }) => {
  if (isDown) return { status: 503 }
  accepted.add(body.data.postId)
  return { status: 200 }
})
before(async () => {
  t = await startApp({ sandbox: true, numbers: true, settings: { ...chatSettings, ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  await t.as('root')
  w = await connectBoth(t)
  chat = await openTelegram(t)
  await linkChat(chat, w.person, 'alice')
  await createWebhook(w.ada, receiver.url)
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const publish = async (content: string): Promise<string> =>
  done(await w.ada.post('/v1/posts', { profileId: w.profileId, platforms: ['bluesky', 'mastodon'], content }), 201).body
    .id
const isOut = (content: string) => t.sandbox.ledger.entries({}).filter(({ text }) => text === content).length
const runsOf = async (cron: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from job where data ->> 'cron' = ${cron}`.execute(
    t.db,
  )
  const { rows: ended } = await sql<{ n: number }>`
    select count(*)::int as n from cron_run where name = ${cron} and started_at <= ph.now()`.execute(t.db)
  return (rows[0]?.n ?? 0) + (ended[0]?.n ?? 0)
}
const looks = () =>
  t.sandbox.calls.list({ network: 'mastodon' } as never).calls.filter(({ call }) => /tatus/.test(call)).length

test('after the clock is set back by an hour, all due work is done within a minute: posts, retries, webhooks, jobs, crons, chats, metrics', async () => {
  await publish('before')
  await t.settle()
  await t.advance(hours(2))
  // A post, a delivery and a chat message are waiting for a retry when the clock goes back.
  t.sandbox.faults.add({ network: 'bluesky', kind: 'reset', times: 1, call: 'putRecord' })
  const waiting = await publish('tried once')
  await t.settle()
  isDown = true
  const refused = await publish('notified once')
  await t.settle()
  isDown = false
  assert.deepEqual([isOut('tried once'), accepted.has(refused)], [1, false])
  const looked = looks()

  await t.advance(-hours(1))
  const later = await publish('afterwards')
  await t.settle()
  assert.deepEqual(
    [isOut('afterwards'), accepted.has(later)],
    [2, true],
    'new posts and their webhooks are sent at once',
  )
  await chat.say('alice', '/help')
  assert.match(chat.last('alice'), /./)
  const runs = await runsOf('administration-fold')
  for (let passed = 0; passed < 60; passed += 10) await t.advance(seconds(10))
  assert.equal(isOut('tried once'), 2)
  assert.equal(accepted.has(waiting), true)
  assert.ok((await runsOf('administration-fold')) > runs, 'a cron of each minute ran')
  await t.advance(seconds(15))
  assert.equal(accepted.has(refused), true, 'a delivery waits for a minute, plus or minus a fifth, as without the step')
  await t.advance(hours(1))
  assert.ok(looks() > looked, 'metrics are read again')
})

test('every timestamp column is classified as one that work waits for, or not', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and format_type(a.atttypid, null) like 'timestamp with time zone%'`.execute(
    t.db,
  )
  const waits = new Set(waitingTimes.map(({ table, column }) => `${table}.${column}`))
  const names = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  const unknown = [...names].filter(
    (name) => !waits.has(name) && !otherTimes.has(name) && !otherTimes.has(name.split('.')[1] ?? ''),
  )
  assert.deepEqual(unknown, [], 'add each to waitingTimes or otherTimes')
  assert.deepEqual(
    [...waits].filter((name) => !names.has(name)),
    [],
    'these columns are gone',
  )
  const both = [...waits].filter((name) => otherTimes.has(name) || otherTimes.has(name.split('.')[1] ?? ''))
  assert.deepEqual(both, [], 'these are in both lists')
})

test('two workers that notice the same clock step move waiting work back only once', async () => {
  await t.advance(minutes(1))
  await sql`update remote_account set parked_until = ph.now() + interval '10 minutes'`.execute(t.db)
  await t.advance(-minutes(5))
  await t.advance(0)
  const { rows } = await sql<{ s: number }>`
    select distinct round(extract(epoch from parked_until - ph.now()))::int as s from remote_account`.execute(t.db)
  assert.deepEqual(
    rows.map(({ s }) => s),
    [600],
  )
})

test('if only the database clock is set back, a process follows it when it notices the step and at its next heartbeat', async () => {
  const begun = t.now()
  const clock = await createClock(t.db)
  const aheadMs = () => Math.abs(clock.now().getTime() - begun.getTime())
  const node = { id: newId<'node'>(begun), version: '1', roles: ['api'], dataDir: t.folder }
  const heartbeat = createHeartbeat({ ...t.deps, ...node, clock })
  for (const notice of [() => settleClock({ ...t.deps, clock }), heartbeat.beat]) {
    await setTestClock(t.db, new Date(begun.getTime() + hours(1)))
    await clock.measure()
    await settleClock({ ...t.deps, clock })
    await setTestClock(t.db, begun)
    assert.ok(aheadMs() >= hours(1))
    await notice()
    assert.ok(aheadMs() < minutes(5), `${aheadMs()} ms ahead`)
  }
  await heartbeat.stop()
  await clock.stop()
})
