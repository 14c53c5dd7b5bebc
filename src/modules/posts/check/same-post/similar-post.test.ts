import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mastodon } from '#connectors/mastodon/index.ts'
import { days, hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime, silentBluesky } from '#test/world/posts.ts'

/** Posts with nearly the same text. New test profiles do not compare, so it is turned on here. */
let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, connectors: { bluesky: silentBluesky, mastodon } })
  await t.as('root')
  w = await connectBoth(t)
  await compareFor(7)
})
after(() => t[Symbol.asyncDispose]())

const compareFor = async (samePostDays: number) =>
  done(await w.ada.patch(`/v1/profiles/${w.profileId}`, { samePostDays }))

let count = 0
/** Ten words that no other text in this file has. */
const fresh = () => {
  count += 1
  return Array.from({ length: 10 }, (_, no) => `word${count}n${no}`).join(' ')
}
const body = (content: string, more: object = {}) => ({
  profileId: w.profileId,
  content,
  platforms: ['mastodon'],
  scheduledAt: inTime(t, hours(2)),
  ...more,
})
const created = async (content: string, more: object = {}) =>
  done(await w.ada.post('/v1/posts', body(content, more)), 201).body
interface Info {
  readonly code: string
  readonly path: string
  readonly params: object
}
const check = async (content: string, more: object = {}, query = '') =>
  done(await w.ada.post(`/v1/posts/validate${query}`, body(content, more))).body
const similar = async (...args: Parameters<typeof check>): Promise<Info[]> =>
  (await check(...args)).infos.filter(({ code }: Info) => code === 'similar_post')
const nearly = (text: string) => `Really, ${text.split(' ').toReversed().join(' ')}`

test('a check names a scheduled post with nearly the same text, but the new post is not refused', async () => {
  const text = fresh()
  const scheduledAt = inTime(t, hours(5))
  const { id } = await created(text, { scheduledAt })
  const { canPublish, warnings, infos } = await check(nearly(text))
  assert.deepEqual([canPublish, warnings], [true, []])
  assert.deepEqual(
    infos.map(({ code, path, params }: Info) => ({ code, path, params })),
    [{ code: 'similar_post', path: '/platforms/0', params: { postId: id, at: scheduledAt, state: 'planned' } }],
  )
  await created(nearly(text))
})

test('only posts to the same account count, with the text for that account', async () => {
  const [text, own] = [fresh(), fresh()]
  await created(text, { platforms: [{ platform: 'bluesky', content: own }, 'mastodon'] })
  const paths = async (content: string) =>
    (await similar(nearly(content), { platforms: ['bluesky', 'mastodon'] })).map(({ path }) => path)
  assert.deepEqual(await paths(text), ['/platforms/1'])
  assert.deepEqual(await paths(own), ['/platforms/0'])
})

test('an identical post gets the other warning; the changed post, drafts and other texts do not count', async () => {
  const text = fresh()
  const { id } = await created(text)
  const { warnings, infos } = await check(text)
  assert.deepEqual([warnings.length, infos], [1, []])
  assert.deepEqual(await similar(nearly(text), {}, `?postId=${id}`), [])
  assert.deepEqual(await similar(fresh()), [])
  const draft = fresh()
  await created(draft, { scheduledAt: null, saveAsDraft: true })
  assert.deepEqual(await similar(nearly(draft)), [])
})

test('a published post counts for as many days as the profile specifies, and with 0 nothing is compared', async () => {
  const text = fresh()
  await created(text, { scheduledAt: null })
  await t.settle()
  const states = async () => (await similar(nearly(text))).map(({ params }) => (params as { state: string }).state)
  assert.deepEqual(await states(), ['published'])
  await t.advance(days(8))
  assert.deepEqual(await states(), [])
  await compareFor(10)
  assert.deepEqual(await states(), ['published'])
  await compareFor(0)
  assert.deepEqual(await states(), [])
  await compareFor(7)
})
