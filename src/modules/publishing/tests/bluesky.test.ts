import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { minutes, seconds } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { readEvents } from '#test/world/event-stream.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

/** Requests that a Bluesky server receives, and messages to users about it. */
let t: TestApp
let ada: Client
let profileId: string
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  const both = await connectBoth(t)
  ada = both.ada
  profileId = both.profileId
})
beforeEach(() => t.sandbox.faults.remove())
after(() => t[Symbol.asyncDispose]())

const fault = (rule: { kind: string; call: string; times?: number; retryAfterMs?: number }) =>
  t.sandbox.faults.add({ network: 'bluesky', ...rule } as Parameters<typeof t.sandbox.faults.add>[0])

async function write(body: object): Promise<string> {
  const made = await ada.post('/v1/posts', { profileId, platforms: ['bluesky'], ...body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const read = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body.targets[0]

/** Returns the record of a post as the network stores it. */
async function recordOf(id: string): Promise<Record<string, unknown>> {
  const { platformPostId } = await read(id)
  const [, , repo = '', collection = '', rkey = ''] = String(platformPostId).split('/')
  const query = new URLSearchParams({ repo, collection, rkey })
  const answer = await fetch(`${t.sandbox.url}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`)
  return ((await answer.json()) as { value: Record<string, unknown> }).value
}
const dateOf = async (id: string): Promise<string> => String((await recordOf(id)).createdAt)

test('an account’s posts that are due at the same instant have different dates, in queue order', async () => {
  const scheduledAt = inTime(t, minutes(1))
  const ids: string[] = []
  for (let n = 0; n < 12; n += 1) ids.push(await write({ content: `at once ${n}`, scheduledAt }))
  await t.advance(minutes(1))
  const dates = await Promise.all(ids.map(dateOf))
  assert.equal(new Set(dates).size, ids.length, dates.join())
  for (const date of dates) assert.match(date, /\.\d{6}Z$/)
})

test('a waiting post is dated when it is published, not when it was queued', async () => {
  fault({ kind: 'rate_limit', call: 'putRecord', times: 1, retryAfterMs: minutes(20) })
  const id = await write({ content: 'after a limit' })
  await t.settle()
  assert.equal((await read(id)).status, 'queued')
  await t.advance(minutes(21))
  assert.equal((await read(id)).status, 'published')
  const behindMs = t.now().getTime() - Date.parse(await dateOf(id))
  assert.ok(Math.abs(behindMs) < seconds(1), `${behindMs} ms`)
})

test('if a post’s response was lost, the post keeps its date and the same record is sent again', async () => {
  // The account keeps its minimum gap after a late post.
  await t.advance(minutes(2))
  fault({ kind: 'drop_after', call: 'putRecord', times: 1 })
  const before = t.now().getTime()
  const id = await write({ content: 'answer lost' })
  await t.settle()
  await t.advance(minutes(3))
  assert.equal((await read(id)).status, 'published')
  assert.ok(Math.abs(Date.parse(await dateOf(id)) - before) < seconds(1))
  const entries = t.sandbox.ledger.entries({}).filter(({ text }) => text === 'answer lost')
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['post'],
  )
})

test('a failed mention lookup is repeated, and only a handle without an account stays text', async () => {
  await t.advance(minutes(2))
  fault({ kind: 'error_before', call: 'resolveHandle', times: 3 })
  const id = await write({ content: 'hello @alice.sandbox and @nobody.sandbox' })
  await t.settle()
  assert.equal((await read(id)).status, 'queued')
  await t.advance(minutes(1))
  await t.advance(minutes(3))
  await t.advance(minutes(15))
  const { status, warnings } = await read(id)
  assert.equal(status, 'published')
  assert.deepEqual(warnings, ['Bluesky has no account for @nobody.sandbox, so it stays plain text.'])
  assert.equal(((await recordOf(id)).facets as unknown[]).length, 1)
})

for (const [act, reason] of [
  ['deactivate', /deactivated/],
  ['delete_account', /no longer on its server/],
  ['take_down', /suspended this account/],
] as const)
  test(`an account deleted on its server (${act}) needs a reconnect immediately, and the event says why`, async () => {
    const { ada: bea, person, profileId: own, login, bluesky } = await connectBoth(t)
    const { body: post } = await bea.post('/v1/posts', { profileId: own, platforms: ['bluesky'], content: act })
    t.sandbox.network('bluesky').acts?.[act]?.(login)
    await t.settle()
    const { targets } = (await bea.get(`/v1/posts/${post.id}`)).body
    assert.deepEqual([targets[0].status, targets[0].errorCode], ['held', 'needs_reconnect'])
    const { body: accounts } = await person.get(`/v1/platforms/accounts?profileId=${own}`)
    const account = accounts.find(({ id }: { id: string }) => id === bluesky)
    assert.equal(account.status, 'needs_reconnect')
    assert.match(account.statusReason, reason)
    const { events } = (await readEvents(t, bea)).body
    const event = events.find(({ type }: { type: string }) => type === 'account.needs_reconnect')
    assert.match(event.data.reason, reason)
    t.sandbox.network('bluesky').acts?.restore?.(login)
  })

test('a health check also marks an account deleted on its server', async () => {
  const { person, login, bluesky } = await connectBoth(t)
  t.sandbox.network('bluesky').acts?.deactivate?.(login)
  const { status, checks } = (await person.get(`/v1/platforms/accounts/${bluesky}/health`)).body
  assert.deepEqual([status, checks.at(-1).ok], ['needs_reconnect', false])
  assert.match(checks.at(-1).detail, /deactivated/)
})
