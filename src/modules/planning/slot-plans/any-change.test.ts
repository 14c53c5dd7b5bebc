import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

/** Opens a brand with a plan of posting times. */
async function openPlan() {
  const w = await connectBoth(t)
  const { profileId } = w
  await w.ada.patch(`/v1/profiles/${profileId}`, { timezone: 'Europe/Berlin' })
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00' }))
  const plan = done(await w.ada.post('/v1/slot-plans', { profileId, name: 'Daily', slots }), 201).body
  const path = `/v1/slot-plans/${plan.id}`
  const drafts = async (count: number): Promise<string[]> => {
    const posts = Array.from({ length: count }, (_, nth) => ({
      ...{ profileId, content: `Post ${nth}.`, platforms: ['bluesky'] },
    }))
    const { body } = done(await w.ada.post('/v1/posts/bulk', { posts }), 201)
    return body.posts.map(({ id }: { id: string }) => id)
  }
  const add = async (postIds: readonly string[], place = 'next') =>
    void done(await w.ada.post(`${path}/add`, { postIds, place, confirmWarnings: true }))
  const times = async (): Promise<Record<string, string>> => {
    const { posts } = (await w.ada.get(`/v1/posts?profileId=${profileId}&sort=scheduledAt&status=scheduled`)).body
    return Object.fromEntries(posts.map((one: { id: string; scheduledAt: string }) => [one.id, one.scheduledAt]))
  }
  return { ...w, path, drafts, add, times }
}

test('for any pattern, zone and series of changes, a preview equals the change, the order is kept, and no two posts share a minute of an account', async () => {
  const w = await openPlan()
  let state = 7
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  // At 13:00 in Berlin other posts are in the way; 02:15 and 02:30 are skipped or shown twice where clocks change.
  const time = () =>
    ['13:00', '13:00', '02:15', '02:30', `${String(next(24)).padStart(2, '0')}:${String(next(60)).padStart(2, '0')}`][
      next(5)
    ] as string
  const pattern = () => Array.from({ length: 1 + next(10) }, () => ({ weekday: next(7), time: time() }))
  const zones = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago', null]
  const isoDay = (ms: number) => inTime(t, ms).slice(0, 10)
  const changes = [
    () => ({ slots: pattern() }),
    () => ({ timezone: zones[next(zones.length)] }),
    () => ({ gaps: [{ from: isoDay(days(next(5))), to: isoDay(days(5 + next(20))), name: null }] }),
    () => ({ pausedUntil: next(2) === 0 ? null : inTime(t, days(1 + next(30))) }),
    () => ({ slots: pattern(), timezone: zones[next(zones.length)], gaps: [], pausedUntil: null }),
    () => ({ accountIds: [[], [w.bluesky], [w.bluesky, w.mastodon]][next(3)] }),
  ]
  const own = new Set<string>()
  for (let nth = 0; nth < 4; nth++) {
    const [id = ''] = await w.drafts(1)
    await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, days(1 + nth)), saveAsDraft: false })
    own.add(id)
  }
  await w.add(await w.drafts(6))
  for (let round = 0; round < 24; round++) {
    const before = await w.times()
    const change = changes[next(changes.length)]!()
    const preview = done(await w.ada.post(`${w.path}/preview`, change)).body
    assert.deepEqual(await w.times(), before, 'a preview stores nothing')
    const changed = done(await w.ada.patch(w.path, change)).body
    assert.deepEqual([changed.moves, changed.leavingPostIds], [preview.moves, preview.leavingPostIds])
    if (round % 6 === 3) await w.add(await w.drafts(1), ['next', 'last'][next(2)])
    const after = await w.times()
    const planned = Object.keys(before).filter((id) => !own.has(id))
    const byTime = (times: Record<string, string>) => planned.toSorted((a, b) => (times[a]! < times[b]! ? -1 : 1))
    assert.deepEqual(byTime(after), byTime(before), `the order after ${JSON.stringify(change)}`)
    for (const id of own) assert.equal(after[id], before[id])
    const perMinute = Object.values(after).map((at) => at.slice(0, 16))
    assert.equal(new Set(perMinute).size, perMinute.length)
    // Every time of the plan is one that a clock of its zone shows.
    const { slots, timezone } = changed
    const zone = timezone ?? 'Europe/Berlin'
    for (const id of planned) {
      const shown = new Date(after[id]!).toLocaleTimeString('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
      })
      assert.ok(
        slots.some((slot: { time: string }) => slot.time === shown),
        `${after[id]} in ${zone}`,
      )
    }
  }
})
