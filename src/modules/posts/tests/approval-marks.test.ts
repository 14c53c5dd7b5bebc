import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { scopeNames } from '#kernel/caller.ts'
import { days, minutes } from '#kernel/clock.ts'
import { fromWire, type PostId } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'
import { readApprovalMarks } from '../approvals/marks.ts'
import { readProgresses } from '../approvals/progress.ts'
import { listPostsByIds } from '../store/posts.ts'

/** Ada owns the brand and writes, Eve approves first, then Cleo. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let as: Record<'eve' | 'cleo', Client>
before(async () => {
  t = await startApp({ sandbox: true })
  w = await connectBoth(t)
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  const [eve, cleo] = [await t.as('eve'), await t.as('cleo')]
  await grant(w.person, w.profileId, eve, 'editor')
  await grant(w.person, w.profileId, cleo, 'approver')
  as = { eve: await withKey(t, eve, scopes), cleo: await withKey(t, cleo, scopes) }
})
after(() => t[Symbol.asyncDispose]())

const steps = [
  { name: 'Editor', roles: ['editor'] },
  { name: 'Client', roles: ['approver'] },
]
const setRule = async (rule: object) => done(await w.ada.patch(`/v1/profiles/${w.profileId}`, rule))
beforeEach(() => setRule({ approvalSteps: [], requiredApprovals: 0, approverRole: 'editor' }))

let count = 0
const day = (ms: number) => new Date(t.now().getTime() + ms).toISOString().slice(0, 10)
async function write(body: object = {}): Promise<string> {
  count += 1
  const request = { profileId: w.profileId, content: `marked ${count}`, platforms: ['mastodon'], ...body }
  return done(await w.ada.post('/v1/posts', { scheduledAt: inTime(t, days(2)), ...request }), 201).body.id
}
async function approve(by: Client, id: string): Promise<void> {
  const { contentHash } = done(await by.get(`/v1/posts/${id}/approvals`)).body
  done(await by.post(`/v1/posts/${id}/approve`, { contentHash }))
}

interface Marked {
  readonly id: string
  readonly needsApproval: boolean
  readonly approvalStep: { readonly name: string } | null
}

/** Reads the mark of a post everywhere, and checks that all places agree. */
async function markOf(id: string): Promise<readonly [boolean, string | null]> {
  const single: Marked = done(await as.eve.get(`/v1/posts/${id}`)).body
  const inLists = await Promise.all(
    ['posts', 'posts/summaries'].map(async (path) => {
      const { posts } = done(await as.eve.get(`/v1/${path}?profileId=${w.profileId}&limit=100`)).body
      return (posts as Marked[]).find((one) => one.id === id)
    }),
  )
  const csv = done(await as.eve.get(`/v1/posts/export?profileId=${w.profileId}`)).text
  const row = csv
    .split('\r\n')
    .find((line) => line.startsWith(id))
    ?.split(',')
  const column =
    csv
      .replace(/^\ufeff/, '')
      .split('\r\n')[0]
      ?.split(',')
      .indexOf('needsApproval') ?? -1
  for (const mark of inLists) {
    assert.equal(mark?.needsApproval, single.needsApproval)
    assert.deepEqual(mark?.approvalStep, single.approvalStep)
  }
  assert.equal(row?.[column], String(single.needsApproval))
  return [single.needsApproval, single.approvalStep?.name ?? null]
}

test('needsApproval is the same in lists, one post and the export: until it is approved, and again after an edit', async () => {
  const id = await write()
  const draft = await write({ saveAsDraft: true })
  assert.deepEqual(
    [await markOf(id), await markOf(draft)],
    [
      [false, null],
      [false, null],
    ],
    'nothing is required',
  )
  await setRule({ requiredApprovals: 2 })
  assert.deepEqual(
    [await markOf(id), await markOf(draft)],
    [
      [true, null],
      [true, null],
    ],
  )
  await approve(as.eve, id)
  assert.deepEqual(await markOf(id), [true, null], 'one of two')
  await approve(as.cleo, id)
  assert.deepEqual(
    [await markOf(id), await markOf(draft)],
    [
      [false, null],
      [true, null],
    ],
  )
  done(await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, days(3)) }))
  assert.deepEqual(await markOf(id), [false, null], 'a time is not part of the content')
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited after its approval' }))
  assert.deepEqual(await markOf(id), [true, null])
})

test('approvalStep names the step whose turn it is, and starts over with an edit', async () => {
  const id = await write()
  await setRule({ approvalSteps: steps })
  assert.deepEqual(await markOf(id), [true, 'Editor'])
  await approve(as.eve, id)
  assert.deepEqual(await markOf(id), [true, 'Client'])
  await approve(as.cleo, id)
  assert.deepEqual(await markOf(id), [false, null])
  done(await w.ada.patch(`/v1/posts/${id}`, { content: 'edited between the steps' }))
  assert.deepEqual(await markOf(id), [true, 'Editor'])
})

test('a held post keeps the mark until it is approved, and a published one has none', async () => {
  await setRule({ requiredApprovals: 1 })
  const id = await write({ scheduledAt: inTime(t, minutes(5)) })
  await t.advance(minutes(6))
  assert.equal(done(await w.ada.get(`/v1/posts/${id}`)).body.status, 'queued')
  assert.deepEqual(await markOf(id), [true, null])
  await approve(as.eve, id)
  await t.settle()
  assert.equal(done(await w.ada.get(`/v1/posts/${id}`)).body.status, 'published')
  assert.deepEqual(await markOf(id), [false, null])
})

test('a calendar feed says which posts need an approval, and that they are not published before it', async () => {
  await setRule({ approvalSteps: steps })
  const id = await write({ content: 'Rolls at six' })
  const { url } = done(await w.ada.post(`/v1/profiles/${w.profileId}/calendar-feeds`), 201).body
  const read = async () => {
    const { text } = await t.anyone.get(new URL(url).pathname)
    const event = text.split('BEGIN:VEVENT').find((one) => one.includes(`UID:${id}`)) ?? ''
    return event.replaceAll('\r\n ', '')
  }
  const before = await read()
  assert.match(before, /SUMMARY:Needs approval: Rolls at six\r\n/)
  assert.match(
    before,
    /DESCRIPTION:Needs approval: Editor\. Not published before it is approved\.\\n\\nRolls at six\r\n/,
  )
  assert.match(before, /STATUS:TENTATIVE/)
  await approve(as.eve, id)
  await approve(as.cleo, id)
  const then = await read()
  assert.match(then, /SUMMARY:Rolls at six\r\nDESCRIPTION:Rolls at six\r\nSTATUS:CONFIRMED/)
  const sequence = (event: string) => Number(/SEQUENCE:(\d+)/.exec(event)?.[1])
  assert.ok(sequence(then) > sequence(before))
})

test('the statements that read approvals do not grow with the number of posts, and are one without a rule', async () => {
  const ids: PostId[] = []
  for (let nth = 0; nth < 6; nth++) {
    const id = await write()
    ids.push(fromWire('post', id) ?? assert.fail())
  }
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = t.db.withPlugin(counter)
  const posts = await listPostsByIds(t.db, ids)
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    statements = 0
    await work()
    return statements
  }
  assert.equal(await statementsOf(() => readApprovalMarks(t.deps, db, posts)), 1)
  await setRule({ requiredApprovals: 1 })
  for (const { id } of done(await as.eve.get(`/v1/posts?profileId=${w.profileId}&status=scheduled&limit=100`)).body
    .posts)
    await approve(as.eve, id)
  for (const read of [readApprovalMarks, readProgresses]) {
    const [one, all] = [
      await statementsOf(() => read(t.deps, db, posts.slice(0, 1))),
      await statementsOf(() => read(t.deps, db, posts)),
    ]
    assert.ok(one > 1)
    assert.equal(all, one)
  }
  const period = { from: day(-days(3)), to: day(days(60)), expiresAt: inTime(t, days(90)), send: false }
  const body = { name: 'Maria', email: 'maria@client.example', ...period }
  const guest = done(await w.ada.post(`/v1/profiles/${w.profileId}/guests`, body), 201).body
  await setRule({ approvalSteps: [{ name: 'Client', guestIds: [guest.id] }] })
  const [one, all] = [
    await statementsOf(() => readProgresses(t.deps, db, posts.slice(0, 1))),
    await statementsOf(() => readProgresses(t.deps, db, posts)),
  ]
  assert.equal(all, one)
  for (const { guests } of await readProgresses(t.deps, db, posts))
    assert.deepEqual(
      guests.map(({ name }) => name),
      ['Maria'],
    )
})
