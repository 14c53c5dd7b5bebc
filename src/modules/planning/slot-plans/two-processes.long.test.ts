import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

const perCall = 50
const callsEach = 10

test('two processes add 500 posts each to one plan: every post gets a time, no time twice, and none between them stays free', async () => {
  await using t = await startApp({ sandbox: true })
  await t.as('root')
  await using other = await startApp({ beside: t })
  const w = await connectBoth(t)
  const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  const slots = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => times.map((time) => ({ weekday, time })))
  const plan = await w.ada.post('/v1/slot-plans', {
    ...{ profileId: w.profileId, name: 'Hourly', slots, timezone: 'Europe/Berlin' },
  })
  assert.equal(plan.status, 201, plan.text)
  const path = `/v1/slot-plans/${plan.body.id}`
  const addAll = async (client: typeof w.ada, name: string) => {
    for (let call = 0; call < callsEach; call++) {
      const posts = Array.from({ length: perCall }, (_, nth) => ({
        ...{ profileId: w.profileId, content: `${name} ${call} ${nth}`, platforms: ['bluesky'] },
      }))
      const made = await client.post('/v1/posts/bulk', { posts })
      assert.equal(made.status, 201, made.text)
      const postIds = made.body.posts.map(({ id }: { id: string }) => id)
      const added = await client.post(`${path}/add`, { postIds, confirmWarnings: true })
      assert.equal(added.status, 200, added.text)
      assert.equal(added.body.moves.length, perCall)
    }
  }
  await Promise.all([addAll(w.ada, 'Here'), addAll(other.withToken(w.key), 'There')])
  const rows = await t.db
    .selectFrom('post')
    .select('post.scheduledAt as at')
    .where('post.status', '=', 'scheduled')
    .orderBy('post.scheduledAt')
    .execute()
  const given = rows.map(({ at }) => at?.toISOString())
  assert.deepEqual([given.length, new Set(given).size], [1_000, 1_000])
  const read = await w.ada.get(`${path}/slots?from=${inTime(t, 0)}&to=${inTime(t, 45 * 86_400_000)}`)
  const first = read.body.slots.slice(0, 1_000)
  assert.deepEqual(
    first.map(({ at }: { at: string }) => at),
    given,
  )
  assert.ok(first.every(({ isPlanned }: { isPlanned: boolean }) => isPlanned))
})
