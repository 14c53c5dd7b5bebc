import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { done, grant, refused } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let viewer: Awaited<ReturnType<TestApp['as']>>
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  done(await connectHeadless(t, w.person, 'x', w.profileId, { login: 'alice' }))
  viewer = await t.as('viewer')
  await grant(w.person, w.profileId, viewer, 'viewer')
})
after(() => t[Symbol.asyncDispose]())

interface Found {
  readonly search: string
  readonly items: readonly { source: string; entryId: string | null; name: string; handles: Record<string, string> }[]
}
const find = async (accountId: string, q: string): Promise<Found> =>
  done(await w.ada.get(`/v1/mentions?${new URLSearchParams({ accountId, q })}`)).body
const shown = ({ items }: Found) => items.map(({ source, name, handles }) => [source, name, handles])
const callsSince = (seq: number) =>
  t.sandbox.calls
    .list({ after: seq })
    .calls.map(({ call }) => call)
    .filter((call) => /search/.test(call))

test('the book comes first, then what the network finds, and no one twice', async () => {
  const handles = { bluesky: 'ALICE.sandbox', mastodon: 'alice@example.org' }
  done(await w.ada.post('/v1/mention-book', { profileId: w.profileId, name: 'Our Alice', handles }), 201)
  const onBluesky = await find(w.bluesky, '@Ali')
  assert.equal(onBluesky.search, 'done')
  assert.deepEqual(shown(onBluesky), [['book', 'Our Alice', handles]])
  assert.deepEqual(shown(await find(w.bluesky, 'bo')), [['network', 'Bob', { bluesky: 'bob.sandbox' }]])
  const { items } = await find(w.mastodon, 'bo')
  assert.deepEqual(
    items.map(({ name, handles: found }) => [name, found.mastodon?.split('@')[0]]),
    [['Bob', 'bob']],
  )
})

test('a found mention can be sent as one: the post publishes it', async () => {
  const [bob] = (await find(w.bluesky, 'bob')).items
  assert.ok(bob)
  const mentions = [{ text: `@${bob.name}`, handles: bob.handles }]
  const draft = { profileId: w.profileId, content: `Hi @${bob.name}!`, platforms: ['bluesky'], mentions }
  const { perPlatformPlan } = done(await w.ada.post('/v1/posts/validate', draft)).body
  const [plan] = Object.values(perPlatformPlan) as { text: string; mentions: string[] }[]
  assert.deepEqual([plan?.text, plan?.mentions], ['Hi @bob.sandbox!', ['bob.sandbox']])
})

test('a network that fails leaves the entries of the book, and says so; the failure is not cached', async () => {
  done(await w.ada.post('/v1/mention-book', { profileId: w.profileId, name: 'Dora', handles: { x: 'dora' } }), 201)
  t.sandbox.faults.add({ network: 'mastodon', call: 'searchAccounts', kind: 'error_before', times: 1 })
  const failed = await find(w.mastodon, 'dora')
  assert.equal(failed.search, 'failed')
  assert.deepEqual(shown(failed), [['book', 'Dora', { x: 'dora' }]])
  assert.equal((await find(w.mastodon, 'dora')).search, 'done')
})

test('a network without a free search is not called, and the book is searched', async () => {
  const { connections } = done(await w.ada.get(`/v1/connections?profileId=${w.profileId}`)).body
  const { id } = connections.find((one: { network: string }) => one.network === 'x')
  const seq = t.sandbox.calls.total
  const found = await find(id, 'alice')
  assert.deepEqual([found.search, found.items.map(({ source }) => source)], ['none', ['book']])
  assert.equal(t.sandbox.calls.total, seq)
})

test('a viewer cannot search with an account: 403', async () => {
  refused(await viewer.get(`/v1/mentions?accountId=${w.bluesky}&q=bo`), 403, 'profile_role_required')
})

test('the same search is not sent again within an hour, and a minute has a limited number', async () => {
  const seq = t.sandbox.calls.total
  await find(w.bluesky, 'car')
  await find(w.bluesky, 'CAR')
  assert.deepEqual(callsSince(seq), ['searchActorsTypeahead'])
  await t.advance(minutes(61))
  await find(w.bluesky, 'car')
  assert.equal(callsSince(seq).length, 2)
  for (let nth = 0; nth < 40; nth++) await find(w.bluesky, `x${nth}`)
  assert.equal((await find(w.bluesky, 'y')).search, 'limited')
  assert.equal(callsSince(seq).length, 31)
  await t.advance(minutes(1))
  assert.equal((await find(w.bluesky, 'y')).search, 'done')
})
