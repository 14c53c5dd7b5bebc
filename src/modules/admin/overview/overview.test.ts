import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import { minutes } from '#kernel/clock.ts'
import { createHeartbeat } from '#modules/installation/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { foldTallies } from '../tallies/store.ts'

let t: TestApp
let root: Client
before(async () => {
  t = await startApp({ sandbox: true })
  root = await withKey(t, await t.as('root'), ['admin:read', 'admin:write'])
})
after(() => t[Symbol.asyncDispose]())

const read = async (path: string) => done(await root.get(path)).body

/** Counts the posts directly, for comparison with the tallies. */
async function countPosts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select case when deleted_at is null then status else 'trash' end as status, count(*) as count from post group by 1`.execute(
    t.db,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test('200: each finished target is counted with its lateness, by network, in the transaction that finishes it', async () => {
  const { ada, profileId } = await connectBoth(t)
  const post = (content: string, platforms: string[]) => ({
    profileId,
    content,
    platforms,
    scheduledAt: inTime(t, minutes(5)),
  })
  done(await ada.post('/v1/posts', post('both', ['bluesky', 'mastodon'])), 201)
  t.sandbox.faults.add({ network: 'bluesky', kind: 'reject', times: 1 })
  await t.advance(minutes(5))
  const { publishing } = await read('/v1/admin/overview')
  const [bluesky, mastodon] = publishing.last24h.byNetwork
  assert.deepEqual(
    [bluesky.platform, bluesky.mode, bluesky.published + bluesky.failed, mastodon.published],
    ['net-a', 'sandbox', 1, 1],
  )
  assert.deepEqual(mastodon.successShare, 1)
  assert.ok(mastodon.latenessMs.p99 <= 5_000, JSON.stringify(mastodon))
  assert.deepEqual(publishing.last7d, publishing.last24h)

  await t.advance(minutes(60 * 26))
  const later = (await read('/v1/admin/overview')).publishing
  assert.deepEqual([later.last24h.byNetwork, later.last24h.all.successShare], [[], null])
  assert.equal(later.last7d.all.published + later.last7d.all.failed, 2)
})

test('200: posts are counted by status as they are stored, including after the tallies are merged', async () => {
  const { ada, profileId } = await connectBoth(t)
  const ids: string[] = []
  for (const content of ['one', 'two', 'three'])
    ids.push(
      done(await ada.post('/v1/posts', { profileId, content, platforms: ['bluesky'], saveAsDraft: true }), 201).body.id,
    )
  done(await ada.delete(`/v1/posts/${ids[0]}`))
  done(await ada.patch(`/v1/posts/${ids[1]}`, { scheduledAt: inTime(t, minutes(90)) }))
  for (const fold of [false, true]) {
    if (fold) await inTx(t.db, (tx) => foldTallies(tx, new Date(0)))
    const { posts } = await read('/v1/admin/stats')
    const { trash = 0, ...byStatus } = await countPosts()
    assert.deepEqual([posts.byStatus, posts.inTrash], [byStatus, trash])
    assert.ok(byStatus.draft && byStatus.scheduled && trash)
  }
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from post_tally`.execute(t.db)
  assert.ok((rows[0]?.rows ?? 99) <= 6, 'one row for each status')
})

test('200: each process is listed with its version; a process without a heartbeat is silent, and one that stops is removed', async () => {
  const heartbeat = createHeartbeat({
    ...t.deps,
    id: randomUUID(),
    version: '1.2.3',
    roles: ['api', 'worker'],
    dataDir: t.folder,
  })
  await heartbeat.beat()
  const nodes = async () => (await read('/v1/admin/overview')).nodes
  const [node] = await nodes()
  assert.deepEqual([node.roles, node.isSilent, node.version], [['api', 'worker'], false, '1.2.3'])
  assert.ok(node.disk.totalBytes > node.disk.freeBytes && node.disk.freeBytes > 0)
  await t.advance(31_000)
  assert.equal((await nodes())[0].isSilent, true)
  await heartbeat.beat()
  assert.equal((await nodes())[0].isSilent, false)
  await heartbeat.stop()
  assert.deepEqual(await nodes(), [])
})

test('200: users, profiles and accounts are counted by kind, including after the tallies are merged', async () => {
  const before = await read('/v1/admin/stats')
  await inTx(t.db, (tx) => foldTallies(tx, new Date(0)))
  const after = await read('/v1/admin/stats')
  assert.deepEqual([after.users, after.profiles, after.accounts], [before.users, before.profiles, before.accounts])
  const { users, profiles, accounts, webhooks } = await read('/v1/admin/stats')
  const people = await t.db.selectFrom('appUser').select('appUser.id').execute()
  assert.equal(users.total, people.length)
  assert.deepEqual(
    [users.byRole.superadmin, users.byPlan.max, users.bySubscription.active],
    [1, users.total, users.total],
  )
  const bob = await t.as('bob')
  await bob.post('/v1/profiles', { name: 'Gone soon' })
  await t.db.updateTable('appUser').set({ plan: 'free' }).where('appUser.name', '=', 'bob').execute()
  const withBob = await read('/v1/admin/stats')
  assert.deepEqual([withBob.users.byPlan, withBob.profiles], [{ max: users.total, free: 1 }, profiles + 1])
  done(await bob.delete('/v1/auth/me'))
  const without = await read('/v1/admin/stats')
  assert.deepEqual([without.users.byPlan, without.profiles], [{ max: users.total }, profiles])
  assert.deepEqual([profiles, accounts.total, accounts.byPlatform['net-a'], webhooks.endpoints], [2, 4, 2, 0])
  const { database, alerts, jobs } = await read('/v1/admin/overview')
  assert.ok(database.sizeBytes > 1_000_000 && alerts.open === 0 && jobs.failed === 0)
})
