import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mastodon } from '#connectors/mastodon/index.ts'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Answer } from '#test/harness/client.ts'
import { uploaded } from '#test/world/media.ts'
import { done, grant } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth, inTime, silentBluesky } from '#test/world/posts.ts'

/** Posts that count as the same, and those that do not. New test profiles do not compare, so it is turned on here. */
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
const validate = async (content: string, more: object = {}, query = '') =>
  done(await w.ada.post(`/v1/posts/validate${query}`, body(content, more))).body
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

test('a post with the same text as a scheduled post gets a warning that names it, and is created once confirmed', async () => {
  const text = fresh()
  const scheduledAt = inTime(t, hours(5))
  const { id } = await created(text, { scheduledAt })
  const { path, params } = warned(await create(text))
  assert.equal(path, '/platforms/0')
  assert.deepEqual(params, { postId: id, at: scheduledAt, state: 'planned' })
  const { canPublish, warnings } = await validate(text)
  assert.deepEqual([canPublish, warnings.map(({ code }: Warning) => code)], [false, ['same_post']])
  assert.deepEqual(warnings[0].params, params)
  const accepted = await validate(text, { confirmWarnings: ['same_post'] })
  assert.deepEqual([accepted.canPublish, accepted.confirmedWarnings[0].code], [true, 'same_post'])
  passes(await create(text, { confirmWarnings: ['same_post'] }))
  passes(await create(text, { confirmWarnings: true }))
})

test('a refusal lists the warning along with all others', async () => {
  const image = await picture(60)
  const text = fresh()
  const media = [{ storagePath: image.storagePath }]
  await created(text, { media, confirmWarnings: true })
  const refused = await create(text, { media })
  assert.deepEqual(refused.body.warnings.map(({ code }: Warning) => code).sort(), ['alt_text_missing', 'same_post'])
})

test('differences in spaces, Unicode composition and tracking parameters do not make a post different', async () => {
  const word = fresh()
  await created(`Café ${word} https://harbour.example/a?b=1&utm_source=mail#tide and more.`)
  for (const text of [
    `  Café ${word}   https://harbour.example/a?b=1#tide\n\nand more.`,
    `Cafe\u0301 ${word} https://harbour.example/a?UTM_Medium=x&b=1&utm_campaign=c#tide and more.`,
  ])
    warned(await create(text))
  for (const text of [
    `Café ${word} https://harbour.example/a?b=2#tide and more.`,
    `Café ${word} https://harbour.example/a?b=1#ebb and more.`,
  ])
    assert.deepEqual((await validate(text)).warnings, [], text)

  await created(`${word}: https://harbour.example/?utm_source=a.`)
  warned(await create(`${word}: https://harbour.example/.`))
  warned(await create(`${word}: https://harbour.example/?utm_source=b&utm_term=c.`))
})

const picture = async (side: number) =>
  uploaded(t, w.person, { file: await plain(side, side).png().toBuffer(), fields: { profileId: w.profileId } })

test('the same image counts even if it is uploaded again; a different image or a different kind of post does not', async () => {
  const text = fresh()
  const image = (storagePath: string) => ({ media: [{ storagePath, altText: 'a square' }] })
  const { storagePath } = await picture(40)
  await created(text, image(storagePath))
  warned(await create(text, image((await picture(40)).storagePath)))
  passes(await create(text, image((await picture(41)).storagePath)))
  passes(await create(text))
  const poll = { settings: { mastodon: { poll: { options: ['yes', 'no'] } } } }
  passes(await create(text, poll))
  warned(await create(text, poll))
  passes(await create(text, { settings: { mastodon: { poll: { options: ['yes', 'never'] } } } }))
})

test('the parts of a thread may be identical; an identical thread gets the warning', async () => {
  const text = fresh()
  const thread = { thread: [{ content: text }, { content: text }] }
  await created(text, thread)
  warned(await create(text, thread))
  passes(await create(text))
})

test('another account may have the same post', async () => {
  const text = fresh()
  await created(text)
  passes(await create(text, { platforms: ['bluesky'] }))
  const { path } = warned(await create(text, { platforms: ['bluesky', 'mastodon'] }))
  assert.equal(path, '/platforms/0')
})

test('a published post counts for as many days as the profile specifies', async () => {
  const text = fresh()
  const { id } = await created(text, now)
  await t.settle()
  assert.equal(await statusOf(id), 'published')
  assert.equal(warned(await create(text)).params?.state, 'published')
  await t.advance(days(6))
  warned(await create(text, now))
  await t.advance(days(2))
  assert.deepEqual((await validate(text)).warnings, [])
  await compareFor(10)
  warned(await create(text))
  await compareFor(7)
  passes(await create(text))
})

test('a post that is being published counts', async () => {
  const text = fresh()
  const { id } = await created(text, now)
  assert.equal(await statusOf(id), 'queued')
  assert.equal(warned(await create(text, now)).params?.state, 'planned')
  await t.settle()
})

test('a post with an unknown outcome counts, and a failed one does not', async () => {
  const text = fresh()
  t.sandbox.faults.add({ network: 'bluesky', kind: 'reset', times: 1, call: 'putRecord' })
  const { id } = await created(text, { ...now, platforms: ['bluesky'] })
  await t.settle()
  await t.advance(minutes(20))
  await t.advance(minutes(20))
  assert.equal(await statusOf(id), 'unknown')
  const { params } = warned(await create(text, { platforms: ['bluesky'] }))
  assert.deepEqual([params?.postId, params?.state], [id, 'unknown'])
  await t.advance(days(8))
  passes(await create(text, { platforms: ['bluesky'] }))

  const failing = fresh()
  t.sandbox.faults.add({ network: 'mastodon', kind: 'reject', times: 1, call: 'createStatus' })
  const failed = await created(failing, now)
  await t.settle()
  assert.equal(await statusOf(failed.id), 'failed')
  passes(await create(failing))
})

test('drafts, cancelled posts and those in the trash do not count', async () => {
  const text = fresh()
  await draft(text)
  const cancelled = await created(text)
  done(await w.ada.delete(`/v1/queue/cancel/${cancelled.id}`))
  const trashed = await created(text)
  done(await w.ada.delete(`/v1/posts/${trashed.id}`))
  const published = await created(text, now)
  await t.settle()
  done(await w.ada.delete(`/v1/posts/${published.id}`))
  passes(await create(text))
})

test('a changed post is not compared with itself, and unknown IDs are ignored', async () => {
  const text = fresh()
  const { id, scheduledAt } = await created(text)
  const codes = async (query: string, more: object = {}) =>
    (await validate(text, more, query)).warnings.map(({ code }: Warning) => code)
  assert.deepEqual(await codes(`?postId=${id}`), [])
  assert.deepEqual(await codes(''), ['same_post'])
  const [stranger, brand] = [await connectBoth(t), await connectBoth(t)]
  await grant(brand.person, brand.profileId, stranger.person, 'admin')
  // A copy of a fan-out, which may repeat another post. No one else learns even that.
  const fanOut = {
    master: { ...body(text), profileId: stranger.profileId },
    children: [{ profileId: brand.profileId }],
  }
  const { master, children } = done(await stranger.ada.post('/v1/posts/fanout', fanOut), 201).body
  const unknown = `post_${'0'.repeat(25)}1`
  for (const postId of [master.id, children[0].id, unknown])
    assert.deepEqual(await validate(text, {}, `?postId=${postId}`), await validate(text), postId)

  await created(text, { confirmWarnings: ['same_post'] })
  assert.deepEqual(await codes(`?postId=${id}`, { scheduledAt }), [], 'none of it changes')
  assert.deepEqual(await codes(`?postId=${id}`, { scheduledAt: inTime(t, hours(8)) }), ['same_post'])
})

test('with samePostDays 0 nothing is compared, and once it is turned on, posts that are already scheduled count', async () => {
  await compareFor(0)
  const text = fresh()
  passes(await create(text))
  passes(await create(text))
  await compareFor(7)
  warned(await create(text))
})

test('400: samePostDays must be from 0 to 90', async () => {
  for (const samePostDays of [-1, 91, 1.5, null])
    assert.equal((await w.ada.patch(`/v1/profiles/${w.profileId}`, { samePostDays })).body.code, 'validation_failed')
  const made = done(await w.ada.post('/v1/profiles', { name: 'A quiet brand', samePostDays: 90 })).body
  assert.equal(made.samePostDays, 90)
})
