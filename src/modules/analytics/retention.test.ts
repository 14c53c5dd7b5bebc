import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { days, hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { verifyAnalytics } from './index.ts'
import { keepAnalytics } from './retention.ts'

/** The number of days that the only plan retains. */
const keptDays = 40
const plan = {
  profiles: null,
  accountsPerProfile: null,
  aiCaptionsPerMonth: 0,
  analyticsRetentionDays: keptDays,
  webhookEndpoints: 0,
  shareLinks: false,
  chatCodes: false,
  priceCents: 0,
}
let folder: string
let t: TestApp
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-plans-'))
  const file = join(folder, 'plans.json')
  await writeFile(file, JSON.stringify({ small: plan }))
  const settings = { PUBLIC_URL: 'http://127.0.0.1:4000', PLANS_FILE: file, DEFAULT_PLAN: 'small' }
  t = await startApp({ sandbox: true, numbers: true, settings })
  await t.as('root')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const months = async () => {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = 'metrics_snapshot'::regclass order by 1`.execute(t.db)
  return rows.map(({ name }) => name)
}
const oldestDays = async () => {
  const { rows } = await sql<{ of: string; age: number | null }>`
    select 'targets' as of, extract(epoch from ph.now() - min(published_at))::int / 86400 as age from metrics_watch
    union all select 'published', (ph.now() at time zone 'UTC')::date - min(day) from metrics_published
    union all select 'gained', (ph.now() at time zone 'UTC')::date - min(day) from metrics_gained
    union all select 'posts', extract(epoch from ph.now() - min(published_at))::int / 86400 from metrics_post`.execute(
    t.db,
  )
  return rows.map(({ age }) => age ?? 0)
}

test('metrics older than the retention are deleted: snapshots by monthly partition, roll-ups by day', async () => {
  const { ada, profileId } = await connectBoth(t)
  const sweep = () => keepAnalytics(t.deps, new AbortController().signal)
  const publish = async () => {
    done(await ada.post('/v1/posts', { profileId, platforms: ['mastodon'], content: 'kept for a while' }), 201)
    await t.settle()
    for (let nth = 0; nth < 3; nth += 1) await t.advance(hours(1))
  }
  await sweep()
  await publish()
  const first = await months()
  assert.ok(first.length > 2, first.join())
  const stored = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from metrics_snapshot`.execute(t.db)).rows[0]?.n ?? 0
  assert.ok((await stored()) >= 3)
  for (let nth = 0; nth < 5; nth += 1) {
    await t.advance(days(16))
    await publish()
  }
  await sweep()
  const left = await months()
  assert.ok(
    first.some((name) => !left.includes(name)),
    `${first} became ${left}`,
  )
  assert.ok(
    (await oldestDays()).every((age) => age <= keptDays),
    String(await oldestDays()),
  )
  assert.deepEqual((await verifyAnalytics(t.db)).faults, [])
  const { period, totalPosts } = done(await ada.get('/v1/analytics/overview?startDate=2027-01-01')).body
  assert.equal(period.clampedFrom, '2027-01-01T00:00:00.000Z')
  assert.equal(totalPosts, 3)
})
