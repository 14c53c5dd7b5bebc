import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mastodon } from '#connectors/mastodon/index.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer, Client } from '#test/harness/client.ts'
import { done, grant } from '#test/world/people.ts'
import { connectBoth, inTime, silentBluesky, withKey } from '#test/world/posts.ts'

/** The check for identical posts wherever a post is armed. It is off in new test profiles, so it is turned on here. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let child: typeof w
let reviewer: Client
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: silentBluesky, mastodon } })
  await t.as('root')
  w = await connectBoth(t)
  await compareFor(7)
  // Keys do not expire when the clock moves.
  child = await connectBoth(t)
  await grant(child.person, child.profileId, w.person, 'admin')
  const boss = await t.as('boss')
  await grant(w.person, w.profileId, boss, 'admin')
  reviewer = await withKey(t, boss, ['posts:read', 'posts:write', 'posts:publish'])
})
after(() => t[Symbol.asyncDispose]())

const compareFor = async (samePostDays: number) =>
  assert.equal(done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { samePostDays })).body.samePostDays, samePostDays)

let count = 0
const fresh = () => `The lighthouse, no. ${++count}`
const body = (content: string, more: object = {}) => ({
  profileId: w.profileId,
  content,
  platforms: ['mastodon'],
  scheduledAt: inTime(t, hours(2)),
  ...more,
})
const create = (content: string, more: object = {}) => w.ada.post('/v1/posts', body(content, more))
const created = async (content: string, more: object = {}) => done(await create(content, more), 201).body
const draft = (content: string, more: object = {}) =>
  created(content, { scheduledAt: null, saveAsDraft: true, ...more })
const now = { scheduledAt: null }
const statusOf = async (id: string) => (await w.ada.get(`/v1/posts/${id}`)).body.status

interface Warning {
  readonly code: string
  readonly path: string
  readonly params?: { readonly postId?: string; readonly at: string; readonly state: string; readonly place?: string }
}
function warned(answer: Answer): Warning {
  assert.deepEqual([answer.status, answer.body?.code], [400, 'warnings_unconfirmed'], answer.text)
  const [first] = answer.body.warnings.filter(({ code }: Warning) => code === 'same_post')
  assert.ok(first, answer.text)
  return first
}
const passes = (answer: Answer) => assert.ok(answer.status < 300, answer.text)

test('a change is checked only if it moves a scheduled post or makes it identical to another', async () => {
  const text = fresh()
  const first = await created(text)
  const second = await created(text, { confirmWarnings: ['same_post'] })
  const other = await created(fresh())
  const change = (id: string, patch: object) => w.ada.patch(`/v1/posts/${id}`, patch)
  passes(await change(first.id, { tags: ['sea'] }))
  passes(await change(first.id, { content: `${text} `, scheduledAt: first.scheduledAt }))
  assert.equal(warned(await change(first.id, { scheduledAt: inTime(t, hours(9)) })).params?.postId, second.id)
  passes(await change(second.id, { scheduledAt: inTime(t, hours(9)) }))
  warned(await change(other.id, { content: text }))
  assert.equal((await w.ada.get(`/v1/posts/${other.id}`)).body.content, other.content)
  passes(await change(other.id, { content: text, confirmWarnings: ['same_post'] }))
  passes(await change(first.id, { content: fresh() }))
})

test('a draft is checked when it is scheduled, submitted or published now', async () => {
  const text = fresh()
  await created(text)
  const { id } = await draft(text)
  warned(await w.ada.patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, hours(3)) }))
  warned(await w.ada.post(`/v1/posts/${id}/publish-now`))
  warned(await w.ada.post(`/v1/queue/submit/${id}`))
  const posts = [{ postId: id, scheduledAt: inTime(t, hours(3)) }]
  const many = done(await w.ada.post('/v1/posts/bulk/schedule', { posts })).body
  assert.equal(many.failed, 1)
  assert.equal(await statusOf(id), 'draft')
  passes(await w.ada.patch(`/v1/posts/${id}`, { confirmWarnings: ['same_post'] }))
  passes(await w.ada.post(`/v1/posts/${id}/publish-now`))
  await t.settle()
})

test('an expansion is checked for the accounts that it adds', async () => {
  const text = fresh()
  await created(text, { platforms: ['bluesky'] })
  const { id } = await created(text)
  const expand = (more: object = {}) => w.ada.post(`/v1/posts/${id}/expand`, { platforms: ['bluesky'], ...more })
  warned(await expand())
  passes(await expand({ confirmWarnings: ['same_post'] }))
})

test('auto-schedule checks each draft, even two identical drafts in one call', async () => {
  const text = fresh()
  const planned = await created(text)
  const twin = fresh()
  const drafts = [await draft(text), await draft(twin), await draft(twin)]
  const postIds = drafts.map(({ id }) => id)
  const startDate = inTime(t, days(2)).slice(0, 10)
  const plan = (more: object = {}) =>
    w.ada.post('/v1/posts/auto-schedule', { postIds, postsPerDay: 1, startDate, timeSlots: ['09:00'], ...more })
  const refused = await plan()
  warned(refused)
  assert.deepEqual(
    refused.body.warnings.map(({ path, params }: Warning) => [path, params?.postId]),
    [
      ['/postIds/0/platforms/0', planned.id],
      ['/postIds/2/platforms/0', postIds[1]],
    ],
  )
  passes(await plan({ confirmWarnings: ['same_post'] }))
})

test('a post from the trash becomes a draft if the same post has been scheduled since', async () => {
  const text = fresh()
  const { id } = await created(text)
  done(await w.ada.delete(`/v1/posts/${id}`))
  const again = await created(text)
  assert.equal(done(await w.ada.post(`/v1/posts/${id}/restore`)).body.status, 'draft')
  done(await w.ada.delete(`/v1/posts/${id}`))
  done(await w.ada.delete(`/v1/posts/${again.id}`))
  assert.equal(done(await w.ada.post(`/v1/posts/${again.id}/restore`)).body.status, 'scheduled')
})

test('recycled posts, recurring runs, retries and fan-out copies are neither checked nor compared', async () => {
  await compareFor(1)
  const evergreen = fresh()
  await created(evergreen, { ...now, recycle: { intervalDays: 1 } })
  await t.settle()
  for (let day = 0; day < 2; day++) await t.advance(days(1))
  const { posts } = (await w.ada.get(`/v1/posts?profileId=${w.profileId}&limit=100&q=${evergreen}`)).body
  assert.deepEqual(
    posts.map(({ status }: { status: string }) => status),
    ['published', 'published', 'published'],
  )
  passes(await create(evergreen))
  await compareFor(7)

  const morning = fresh()
  const template = await draft(morning)
  await created(morning)
  const at = new Date(t.now().getTime() + minutes(90))
  const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`
  const rule = done(await w.ada.post('/v1/recurring-posts', { postId: template.id, cron, timezone: 'UTC' }), 201).body
  await t.advance(days(1))
  assert.equal((await w.ada.get(`/v1/recurring-posts/${rule.id}`)).body.runs, 1)
  done(await w.ada.delete(`/v1/recurring-posts/${rule.id}`))

  const failing = fresh()
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', times: 1, call: 'createStatus' })
  const failed = await created(failing, now)
  await t.settle()
  const twin = await created(failing)
  passes(await w.ada.post(`/v1/posts/${failed.id}/retry`))
  await t.settle()
  done(await w.ada.delete(`/v1/posts/${twin.id}`))
  warned(await create(failing))

  done(await child.ada.patch(`/v1/profiles/${child.profileId}`, { samePostDays: 7 }))
  const shared = fresh()
  done(await w.ada.post('/v1/posts', body(shared, { profileId: child.profileId })), 201)
  const fanOut = (more: object = {}) =>
    w.ada.post('/v1/posts/fanout', { master: body(shared, more), children: [{ profileId: child.profileId }] })
  done(await fanOut(), 201)
  const { path } = warned(await fanOut())
  assert.equal(path, '/master/platforms/0')
  done(await fanOut({ confirmWarnings: ['same_post'] }), 201)
})

test('an approval does not repeat the check: its post was compared when it was scheduled', async () => {
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 1, approverRole: 'admin' }))
  const text = fresh()
  const first = await created(text)
  warned(await create(text))
  await created(text, { confirmWarnings: ['same_post'] })
  const { contentHash } = done(await reviewer.get(`/v1/posts/${first.id}/approvals`)).body
  assert.equal(done(await reviewer.post(`/v1/posts/${first.id}/approve`, { contentHash })).body.status, 'approved')
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { requiredApprovals: 0 }))
})

test('a CSV file is checked row by row, against stored posts and against earlier rows', async () => {
  const [planned, twin] = [fresh(), fresh()]
  const stored = await created(planned)
  const at = (no: number) => inTime(t, days(3) + hours(no))
  const rows = [planned, twin, fresh(), twin].map((text, no) => `"${text}",mastodon,${at(no)}`)
  const table = ['content,platforms,scheduledAt', ...rows].join('\n')
  const load = (text: string, dryRun: boolean) =>
    w.ada.call('POST', `/v1/posts/import?profileId=${w.profileId}${dryRun ? '&dryRun=true' : ''}`, Buffer.from(text), {
      headers: { 'content-type': 'text/csv' },
    })
  const report = done(await load(table, true)).body
  assert.deepEqual(
    report.rows.map(({ outcome, warnings }: { outcome: string; warnings: Warning[] }) => [
      outcome,
      warnings.map(({ code, params }) => [code, params?.postId ?? params?.place]),
    ]),
    [
      ['faulty', [['same_post', stored.id]]],
      ['scheduled', []],
      ['scheduled', []],
      ['faulty', [['same_post', '/rows/3']]],
    ],
  )
  const refused = await load(table, false)
  warned(refused)
  assert.equal(refused.body.warnings.length, 2)
  const confirmed = ['content,platforms,scheduledAt,confirmWarnings', ...rows.map((row) => `${row},same_post`)].join(
    '\n',
  )
  assert.equal(done(await load(confirmed, false), 201).body.created, 4)
})

test('a copy requested by a user is created, and counts for later posts', async () => {
  const text = fresh()
  const { id } = await created(text)
  const copy = done(await w.ada.post(`/v1/posts/${id}/duplicate`, { scheduledAt: inTime(t, hours(4)) }), 201).body
  done(await w.ada.delete(`/v1/posts/${id}`))
  assert.equal(warned(await create(text)).params?.postId, copy.id)
})

test('of 100 identical posts at once, through two processes, one passes and 99 get the warning', async () => {
  await using beside = await startApp({ beside: t, connectors: { bluesky: silentBluesky, mastodon } })
  const other = beside.withToken(w.key)
  for (const more of [{}, now]) {
    const text = fresh()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, no) => (no % 2 === 0 ? w.ada : other).post('/v1/posts', body(text, more))),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 99)
    for (const answer of refused) warned(answer)
  }
  const text = fresh()
  const drafts = []
  for (let no = 0; no < 20; no++) drafts.push(await draft(text))
  const answers = await Promise.all(
    drafts.map(({ id }, no) =>
      (no % 2 === 0 ? w.ada : other).patch(`/v1/posts/${id}`, { scheduledAt: inTime(t, hours(3)) }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})
