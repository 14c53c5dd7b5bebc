import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days, hours } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

const everyDay = (...times: string[]) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => times.map((time) => ({ weekday, time })))

async function openBrand(more: object = {}) {
  const w = await connectBoth(t)
  await w.ada.patch(`/v1/profiles/${w.profileId}`, { timezone: 'Europe/Berlin' })
  const make = async (body: object = {}) => {
    const made = await w.ada.post('/v1/slot-plans', {
      profileId: w.profileId,
      name: 'Daily',
      slots: everyDay('09:00', '17:00'),
      ...more,
      ...body,
    })
    assert.equal(made.status, 201, made.text)
    return made.body
  }
  const plan = await make()
  const path = `/v1/slot-plans/${plan.id}`
  const drafts = async (count: number, body: object = {}): Promise<string[]> => {
    const posts = Array.from({ length: count }, (_, nth) => ({
      profileId: w.profileId,
      content: `Post ${nth}.`,
      platforms: ['bluesky'],
      ...body,
    }))
    const made = await w.ada.post('/v1/posts/bulk', { posts })
    assert.equal(made.status, 201, made.text)
    return made.body.posts.map(({ id }: { id: string }) => id)
  }
  const add = async (postIds: readonly string[], place = 'next') => {
    const added = await w.ada.post(`${path}/add`, { postIds, place, confirmWarnings: true })
    assert.equal(added.status, 200, added.text)
    return added.body.moves as Move[]
  }
  const times = async (): Promise<Record<string, string>> => {
    const { posts } = (await w.ada.get(`/v1/posts?profileId=${w.profileId}&sort=scheduledAt&status=scheduled`)).body
    return Object.fromEntries(posts.map((one: { id: string; scheduledAt: string }) => [one.id, one.scheduledAt]))
  }
  const slots = async (ms = days(7)): Promise<Slot[]> => {
    const query = new URLSearchParams({ from: inTime(t, 0), to: inTime(t, ms) })
    const read = await w.ada.get(`${path}/slots?${query}`)
    assert.equal(read.status, 200, read.text)
    return read.body.slots
  }
  return { ...w, make, plan, path, drafts, add, times, slots }
}

interface Move {
  readonly postId: string
  readonly from: string | null
  readonly to: string
}
interface Slot {
  readonly at: string
  readonly postId: string | null
  readonly isPlanned: boolean
  readonly holds: readonly { readonly code: string; readonly accountId: string | null; readonly detail: string }[]
}

const inBerlin = (at: string) => new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(11, 16)

test('drafts get the next free times, the last ones or the first; posts of other people’s times stay', async () => {
  const w = await openBrand()
  const free = (await w.slots()).map(({ at }) => at)
  assert.ok(free.every((at) => ['09:00', '17:00'].includes(inBerlin(at))))
  const [own = ''] = await w.drafts(1)
  await w.ada.patch(`/v1/posts/${own}`, { scheduledAt: free[1], saveAsDraft: false })

  const [a = '', b = '', c = '', d = ''] = await w.drafts(4)
  assert.deepEqual(await w.add([a, b]), [
    { postId: a, from: null, to: free[0] },
    { postId: b, from: null, to: free[2] },
  ])
  assert.deepEqual(await w.add([c], 'top'), [
    { postId: c, from: null, to: free[0] },
    { postId: a, from: free[0], to: free[2] },
    { postId: b, from: free[2], to: free[3] },
  ])
  await w.add([d], 'last')
  assert.deepEqual(await w.times(), { [c]: free[0], [own]: free[1], [a]: free[2], [b]: free[3], [d]: free[4] })
  assert.deepEqual(
    (await w.slots()).slice(0, 6).map(({ postId, isPlanned }) => [postId, isPlanned]),
    [
      [c, true],
      [own, false],
      [a, true],
      [b, true],
      [d, true],
      [null, false],
    ],
  )
  const { slotPlanId, status } = (await w.ada.get(`/v1/posts/${a}`)).body
  assert.deepEqual([slotPlanId, status], [w.plan.id, 'scheduled'])

  // A post whose time a person chooses leaves the plan, and frees its time.
  const moved = await w.ada.patch(`/v1/posts/${a}`, { scheduledAt: inTime(t, days(40)) })
  assert.equal(moved.body.slotPlanId, null)
  const [e = ''] = await w.drafts(1)
  assert.deepEqual(await w.add([e]), [{ postId: e, from: null, to: free[2] }])
  // A change of its text keeps it in the plan.
  assert.equal((await w.ada.patch(`/v1/posts/${b}`, { content: 'New words.' })).body.slotPlanId, w.plan.id)

  await t.advance(Date.parse(free[0]!) - t.now().getTime() + hours(1))
  assert.equal((await w.ada.get(`/v1/posts/${c}`)).body.status, 'published')
})

test('a preview equals the change that follows it, stores nothing, and moves only posts of the plan', async () => {
  const w = await openBrand()
  const posts = await w.drafts(5)
  await w.add(posts)
  const [own = ''] = await w.drafts(1)
  await w.ada.patch(`/v1/posts/${own}`, { scheduledAt: inTime(t, days(2)), saveAsDraft: false })
  const before = await w.times()
  const changes = [
    {
      slots: [
        { weekday: 2, time: '08:15' },
        { weekday: 5, time: '20:00' },
      ],
    },
    { timezone: 'Asia/Kolkata' },
    { gaps: [{ from: inTime(t, 0).slice(0, 10), to: inTime(t, days(9)).slice(0, 10), name: 'Holidays' }] },
    { pausedUntil: inTime(t, days(20)) },
    { pausedUntil: null, gaps: [], timezone: null, slots: everyDay('09:00', '17:00') },
  ]
  for (const change of changes) {
    const kept = await w.times()
    const preview = await w.ada.post(`${w.path}/preview`, change)
    assert.equal(preview.status, 200, preview.text)
    assert.deepEqual(await w.times(), kept)
    const changed = await w.ada.patch(w.path, change)
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body.moves, preview.body.moves, JSON.stringify(change))
    const now = await w.times()
    for (const { postId, from, to } of changed.body.moves as Move[])
      assert.deepEqual([kept[postId], now[postId]], [from, to])
    assert.equal(now[own], before[own])
    const order = posts.toSorted((one, other) => Date.parse(now[one]!) - Date.parse(now[other]!))
    assert.deepEqual(order, posts)
    assert.equal(new Set(Object.values(now)).size, 6)
  }
  assert.deepEqual(await w.times(), before)
  assert.equal((await w.ada.patch(w.path, { name: 'Other' })).body.moves.length, 0)
  const { entries } = (await w.person.get('/v1/auth/me/audit-log?limit=100')).body
  const moved = entries.filter(
    ({ action, changes: found }: { action: string; changes: { posts?: { to: number } } }) => {
      return action === 'slot_plan.updated' && found.posts?.to === 5
    },
  )
  assert.equal(moved.length, 5)

  assert.equal((await w.ada.delete(w.path)).status, 200)
  assert.deepEqual(await w.times(), before)
  assert.equal((await w.ada.get(`/v1/posts/${posts[0]}`)).body.slotPlanId, null)
})

test('a post is moved to the place of another or to the end, and a shuffle keeps the times', async () => {
  const w = await openBrand()
  const [a = '', b = '', c = '', d = ''] = await w.drafts(4)
  await w.add([a, b, c, d])
  const sorted = async () => Object.entries(await w.times()).sort((one, other) => (one[1] < other[1] ? -1 : 1))
  const before = (await sorted()).map(([, at]) => at)
  const move = (body: object) => w.ada.post(`${w.path}/move`, body)
  assert.equal((await move({ postId: d, beforeId: b })).body.moves.length, 3)
  assert.deepEqual(
    (await sorted()).map(([id]) => id),
    [a, d, b, c],
  )
  await move({ postId: a })
  assert.deepEqual(
    (await sorted()).map(([id]) => id),
    [d, b, c, a],
  )
  assert.deepEqual((await move({ postId: a })).body.moves, [])
  const [foreign = ''] = await w.drafts(1)
  for (const [body, path] of [
    [{ postId: foreign }, '/postId'],
    [{ postId: a, beforeId: foreign }, '/beforeId'],
  ] as const) {
    const refused = await move(body)
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, path], refused.text)
  }
  assert.equal((await w.ada.post(`${w.path}/shuffle`)).status, 200)
  const after = await sorted()
  assert.deepEqual(
    after.map(([, at]) => at),
    before,
  )
  assert.deepEqual(after.map(([id]) => id).sort(), [a, b, c, d].sort())
})

test('a shuffle or a move is undone by the order before it, and a post of another plan cannot be arranged', async () => {
  const w = await openBrand()
  const ids = await w.drafts(6)
  const [a = '', b = ''] = ids
  await w.add(ids)
  const before = await w.times()
  const undo = async (moves: readonly Move[]) => {
    const postIds = moves
      .toSorted((one, other) => Date.parse(one.from!) - Date.parse(other.from!))
      .map(({ postId }) => postId)
    const arranged = await w.ada.post(`${w.path}/arrange`, { postIds })
    assert.equal(arranged.status, 200, arranged.text)
    assert.deepEqual(await w.times(), before)
  }
  await undo((await w.ada.post(`${w.path}/move`, { postId: a })).body.moves)
  const shuffled: Move[] = (await w.ada.post(`${w.path}/shuffle`)).body.moves
  if (shuffled.length > 0) await undo(shuffled)
  await w.ada.post(`${w.path}/arrange`, { postIds: [b, a] })
  assert.deepEqual(await w.times(), { ...before, [a]: before[b], [b]: before[a] })
  const [foreign = ''] = await w.drafts(1)
  const refused = await w.ada.post(`${w.path}/arrange`, { postIds: [a, foreign] })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/postIds/1'], refused.text)
})

test('409: a draft takes a time that a person chose only if the plan has it and it is free', async () => {
  const w = await openBrand()
  const [, second, third] = (await w.slots()).map(({ at }) => at)
  const [a = '', b = '', c = ''] = await w.drafts(3)
  const addAt = (postIds: readonly string[], at: string) =>
    w.ada.post(`${w.path}/add`, { postIds, at, confirmWarnings: true })
  const added = await addAt([a], third!)
  assert.deepEqual(added.body.moves, [{ postId: a, from: null, to: third }], added.text)
  assert.equal((await w.ada.get(`/v1/posts/${a}`)).body.slotPlanId, w.plan.id)
  for (const at of [third!, new Date(Date.parse(second!) + 60_000).toISOString(), inTime(t, -days(1))]) {
    const refused = await addAt([b], at)
    assert.deepEqual([refused.status, refused.body.code], [409, 'slot_not_free'], refused.text)
  }
  const several = await addAt([b, c], second!)
  assert.deepEqual([several.status, several.body.errors[0].path], [400, '/at'], several.text)
  const both = await Promise.all([addAt([b], second!), addAt([c], second!)])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
})

test('all or nothing: posts that are not drafts, of other profiles or for other accounts are refused by their place', async () => {
  const w = await openBrand()
  const other = await connectBoth(t)
  const narrow = await w.make({ accountIds: [w.bluesky] })
  const [good = '', scheduled = ''] = await w.drafts(2)
  await w.ada.patch(`/v1/posts/${scheduled}`, { scheduledAt: inTime(t, days(3)), saveAsDraft: false })
  const [both = ''] = await w.drafts(1, { platforms: ['bluesky', 'mastodon'] })
  const foreign = await other.ada.post('/v1/posts', { profileId: other.profileId, content: 'x', saveAsDraft: true })
  const add = (postIds: string[], id: string = w.plan.id) =>
    w.ada.post(`/v1/slot-plans/${id}/add`, { postIds, confirmWarnings: true })
  for (const [answer, code] of [
    [await add([good, scheduled]), 'post_not_draft'],
    [await add([good, foreign.body.id]), 'post_forbidden'],
    [await add([good, both], narrow.id), 'account_not_in_plan'],
  ] as const) {
    const [fault] = answer.body.errors
    assert.deepEqual([fault.path, answer.body.code === code || fault.code === code], ['/postIds/1', true], answer.text)
  }
  assert.equal((await w.ada.get(`/v1/posts/${good}`)).body.status, 'draft')
  // Plans for different accounts may use the same minute; plans for one account never do.
  const onMastodon = await w.make({ accountIds: [w.mastodon], slots: everyDay('09:00') })
  const onBluesky = await w.make({ accountIds: [w.bluesky], slots: everyDay('09:00') })
  const [m = ''] = await w.drafts(1, { platforms: ['mastodon'] })
  const [b = ''] = await w.drafts(1)
  const first = (await add([m], onMastodon.id)).body.moves[0].to
  assert.equal((await add([b], onBluesky.id)).body.moves[0].to, first)
  assert.notEqual((await add([good])).body.moves[0].to, first)

  const paused = await w.ada.patch(w.path, { pausedUntil: '2199-01-01T00:00:00Z' })
  assert.deepEqual([paused.status, paused.body.code], [409, 'slot_plan_full'], paused.text)
  const reader = await withKey(t, w.person, ['posts:read', 'posts:write'])
  assert.equal((await reader.post(`${w.path}/add`, { postIds: [good] })).body.code, 'scope_required')
  for (const [body, path] of [
    [{ slots: [] }, '/slots'],
    [{ slots: [{ weekday: 7, time: '09:00' }] }, '/slots/0/weekday'],
    [{ slots: [{ weekday: 1, time: '24:00' }] }, '/slots/0/time'],
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ gaps: [{ from: '2026-12-05', to: '2026-12-01' }] }, '/gaps'],
  ] as const) {
    const refused = await w.ada.patch(w.path, body)
    assert.deepEqual([refused.status, refused.body.errors?.[0].path], [400, path], refused.text)
  }
})

test('each time says what would hold a post there: approvals and lost access', async () => {
  const w = await openBrand()
  const [post = ''] = await w.drafts(1)
  await w.add([post])
  const codes = async () => (await w.slots(days(3))).map(({ holds }) => holds.map(({ code }) => code))
  assert.ok((await codes()).every((list) => list.length === 0))
  const before = await w.times()
  assert.equal((await w.person.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 1 })).status, 200)
  const [first, second] = await codes()
  assert.deepEqual([first, second], [['approval'], []])
  assert.deepEqual(await w.times(), before)
  await t.db
    .updateTable('account')
    .set({ status: 'needs_reconnect', updatedAt: t.now() })
    .where('account.id', '=', fromWire('acc', w.mastodon)!)
    .execute()
  const [lost] = (await w.slots(days(3))).slice(1)
  assert.deepEqual(
    lost?.holds.map(({ code, accountId }) => [code, accountId]),
    [['grant', w.mastodon]],
  )
  const elsewhere = await w.make({ accountIds: [w.bluesky] })
  const read = await w.ada.get(`/v1/slot-plans/${elsewhere.id}/slots?from=${inTime(t, 0)}&to=${inTime(t, days(2))}`)
  assert.deepEqual(read.body.slots.at(-1).holds, [], 'a plan for other accounts holds')
  const refused = await w.ada.get(`${w.path}/slots?from=${inTime(t, 0)}&to=${inTime(t, days(100))}`)
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/query/to'])
})

test('two processes that add posts to one plan at once never use a time twice', async () => {
  await using other = await startApp({ beside: t })
  const w = await openBrand({ slots: everyDay('07:00', '09:00', '11:00', '13:00', '15:00', '17:00') })
  const there = other.withToken(w.key)
  const lists: string[][] = []
  for (let nth = 0; nth < 6; nth++) lists.push(await w.drafts(10))
  const answers = await Promise.all(
    lists.map((postIds, nth) =>
      (nth % 2 === 0 ? w.ada : there).post(`${w.path}/add`, {
        postIds,
        place: nth % 3 === 0 ? 'top' : 'next',
        confirmWarnings: true,
      }),
    ),
  )
  for (const { status, text } of answers) assert.equal(status, 200, text)
  const times = Object.values(await w.times())
  assert.deepEqual([times.length, new Set(times).size], [60, 60])
  const free = (await w.slots(days(12))).slice(0, 60).map(({ at }) => at)
  assert.deepEqual(times.sort(), free.sort(), 'no time between them stays free')
})

test('plans are listed by pages, and belong to members of their profile only', async () => {
  const w = await openBrand()
  const second = await w.make({ name: 'Second' })
  const first = await w.ada.get(`/v1/slot-plans?profileId=${w.profileId}&limit=1`)
  assert.deepEqual([first.body.slotPlans[0].id, first.body.hasMore], [w.plan.id, true])
  const rest = await w.ada.get(`/v1/slot-plans?profileId=${w.profileId}&cursor=${first.body.nextCursor}`)
  assert.deepEqual(rest.body.slotPlans, [second])
  assert.deepEqual(second.slots[0], { weekday: 0, time: '09:00' })
  const stranger: Person = await t.as('stranger')
  assert.equal((await stranger.get(w.path)).body.code, 'profile_forbidden')
  assert.equal((await w.ada.get(`${w.path.slice(0, -3)}000`)).body.code, 'slot_plan_not_found')
})

test('a plan for other accounts moves its posts to times that are free there; posts for other accounts leave it and keep their times', async () => {
  const w = await openBrand()
  const free = (await w.slots()).map(({ at }) => at)
  const [pinned = ''] = await w.drafts(1, { platforms: ['mastodon'] })
  const [a = '', b = ''] = await w.drafts(2)
  const [c = ''] = await w.drafts(1, { platforms: ['mastodon'] })
  done(await w.ada.patch(w.path, { accountIds: [w.bluesky] }))
  await w.ada.patch(`/v1/posts/${pinned}`, { scheduledAt: free[1], saveAsDraft: false })
  await w.add([a, b])
  assert.deepEqual(await w.times(), { [pinned]: free[1], [a]: free[0], [b]: free[1] })

  const both = { accountIds: [] }
  const preview = done(await w.ada.post(`${w.path}/preview`, both)).body
  assert.deepEqual(preview, { moves: [{ postId: b, from: free[1], to: free[2] }], leavingPostIds: [] })
  const changed = done(await w.ada.patch(w.path, both)).body
  assert.deepEqual([changed.moves, changed.accountIds], [preview.moves, []])
  await w.add([c])
  assert.deepEqual(await w.times(), { [pinned]: free[1], [a]: free[0], [b]: free[2], [c]: free[3] })

  const one = { accountIds: [w.bluesky] }
  assert.deepEqual(done(await w.ada.post(`${w.path}/preview`, one)).body.leavingPostIds, [c])
  const left = done(await w.ada.patch(w.path, one)).body
  assert.deepEqual([left.leavingPostIds, left.moves.map(({ postId }: Move) => postId)], [[c], [b]])
  assert.deepEqual(await w.times(), { [pinned]: free[1], [a]: free[0], [b]: free[1], [c]: free[3] })
  assert.equal((await w.ada.get(`/v1/posts/${c}`)).body.slotPlanId, null)
  const foreign = await openBrand()
  const refused = await w.ada.patch(w.path, { accountIds: [foreign.bluesky] })
  assert.ok(refused.status >= 400 && refused.status < 500, refused.text)
})
