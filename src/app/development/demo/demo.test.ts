import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fromWire } from '#kernel/ids.ts'
import { verifyAnalytics } from '#modules/analytics/index.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import { demoData } from '../../commands/demo-data.ts'
import { callerFor } from '../seeds.ts'
import { makeDemoData } from './make-demo-data.ts'
import { planYear } from './plan-year.ts'
import { createRandom } from './random.ts'

let t: TestApp
let ada: Client
let profileId: string
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  const person = await t.as('ada')
  ada = person
  const uid = fromWire('usr', person.uid)
  assert.ok(uid)
  const caller = callerFor({ uid, role: 'superadmin', plan: 'max' }, t.now())
  const demo = await makeDemoData(t.deps, caller, { months: 3, seed: 1 })
  assert.equal(demo.accounts, 10)
  profileId = done(await ada.get('/v1/profiles')).body[0].id
})
after(() => t[Symbol.asyncDispose]())

const get = async (path: string) => done(await ada.get(`/v1/analytics/${path}`)).body

test('demo data: has metrics on every network, roll-ups that match the snapshots, and growing follower counts', async () => {
  assert.deepEqual(await verifyAnalytics(t.db), { accounts: 10, faults: [] })
  const overview = await get(`overview?startDate=2026-10-20&profileId=${profileId}`)
  assert.equal(Object.keys(overview.byPlatform).length, 10)
  assert.ok(overview.totalPosts > 100 && overview.gained.likes > 1_000, JSON.stringify(overview.gained))
  assert.equal(overview.topPosts.length, 10)
  const accounts = await get('accounts')
  const bluesky = accounts.find(({ network }: { network: string }) => network === 'bluesky')
  const history = await get(`accounts/${bluesky.accountId}/history`)
  assert.ok(history.length > 80 && history.at(-1).followers > history[0].followers * 1.15)
})

test('demo data: has enough posts for best times, and a few outliers', async () => {
  const { enough, bestTimes } = await get(`best-times?profileId=${profileId}&timezone=Europe/Berlin`)
  assert.equal(enough, true)
  const labels = bestTimes.map(({ label }: { label: string }) => label)
  assert.ok(
    labels.some((label: string) => /^(?:Tue|Thu) 1[89]:00$/.test(label)),
    labels.join(),
  )
  const { outliers } = await get(`outliers?profileId=${profileId}`)
  assert.ok(outliers.length > 0)
})

test('demo data: fills each stage of the board of ideas, and has notes on the calendar', async () => {
  const { ideas } = done(await ada.get(`/v1/ideas?profileId=${profileId}`)).body
  assert.equal(new Set(ideas.map(({ stageId }: { stageId: string }) => stageId)).size, 3)
  assert.ok(ideas.some(({ labelIds }: { labelIds: string[] }) => labelIds.length > 0))
  assert.equal(done(await ada.get(`/v1/calendar-notes?profileId=${profileId}`)).body.notes.length, 3)
})

test('demo data: contains posts of every kind, which the API returns and publishes like any others', async () => {
  const count = async (query: string) => done(await ada.get(`/v1/posts?profileId=${profileId}&${query}`)).body
  for (const status of ['published', 'partial', 'scheduled', 'draft'])
    assert.ok((await count(`status=${status}`)).posts.length > 0, status)
  const rules = done(await ada.get('/v1/recurring-posts')).body
  assert.equal(rules.length, 1)
  assert.ok(rules[0].runs > 10, `the rule has run ${rules[0].runs} times`)
  const keys = await t.db.selectFrom('apiKey').select('revokedAt').execute()
  assert.deepEqual([keys.length, keys.every(({ revokedAt }) => revokedAt !== null)], [1, true])
})

test('demo data: a post shows what was published on each network', async () => {
  for (const status of ['published', 'partial']) {
    const { posts } = done(await ada.get(`/v1/posts?profileId=${profileId}&status=${status}&limit=100`)).body
    for (const { id, content, media, targets } of posts) {
      const walks = done(await ada.get(`/v1/posts/${id}/publications`)).body
      assert.equal(walks.length, targets.length)
      for (const { sent } of walks) {
        assert.equal(sent.parts[0].text, content)
        assert.equal(sent.parts[0].media.length, media.length)
      }
    }
  }
})

test('the same seed gives the same posts, and another seed gives others', () => {
  const plan = (seed: number) =>
    planYear({
      random: createRandom(seed),
      now: t.now(),
      days: 30,
      timezone: 'Europe/Berlin',
      connected: ['bluesky', 'x'],
    })
  assert.deepEqual(plan(7), plan(7))
  assert.notDeepEqual(plan(7), plan(8))
})

test('of 15 posts that follow one another, no two have the same text, so that the pages of a demo do not look broken', () => {
  const posts = planYear({
    random: createRandom(7),
    now: t.now(),
    days: 365,
    timezone: 'Europe/Berlin',
    connected: ['bluesky', 'x'],
  })
  assert.ok(posts.length > 200)
  for (const [nth] of posts.entries()) {
    const near = posts.slice(nth, nth + 15).map(({ content }) => content)
    assert.equal(new Set(near).size, near.length, near.join(' | '))
  }
})

test('demo-data refuses to run without the sandbox, and names the setting to change', async () => {
  const lines: string[] = []
  const status = await demoData.run({
    args: [],
    version: '',
    environment: {},
    readConfig: () => ({ ...t.config, sandbox: null }),
    say: (line) => lines.push(line),
    note: () => {},
    ask: async () => null,
    onUnread: () => {},
  })
  assert.equal(status, 1)
  assert.match(lines.join(), /needs the sandbox, which is off\. Set SANDBOX=on/)
})
