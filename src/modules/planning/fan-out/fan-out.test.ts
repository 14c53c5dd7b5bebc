import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hours } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBluesky, connectBoth, connectMastodon, inTime } from '#test/world/posts.ts'
import { repostPost } from './repost-post.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

let brands = 0
/** Creates a profile of the same owner with accounts on these networks. */
async function createBrand(...networks: readonly ('bluesky' | 'mastodon')[]): Promise<string> {
  brands += 1
  const login = `user-${9_500 + brands}`
  const { body } = await w.ada.post('/v1/profiles', { name: login })
  // Profile accounts are connected by a signed-in user, whose token may expire in a long test.
  const signedIn = await t.anyone.post('/v1/auth/sign-in', { email: w.person.email, password: w.person.password })
  const person = { ...w.person, ...t.withToken(signedIn.body.token) }
  if (networks.includes('bluesky')) await connectBluesky(person, body.id, login)
  if (networks.includes('mastodon')) await connectMastodon(t, person, body.id, login)
  return body.id
}
const link = async (parentId: string, childId: string, inheritanceRules: object = {}) => {
  const made = await w.ada.post('/v1/profiles/links', { parentId, childId, inheritanceRules })
  assert.equal(made.status, 200, made.text)
}
const master = (more: object = {}) => ({
  profileId: w.profileId,
  content: 'The lighthouse is open again.',
  platforms: ['bluesky', 'mastodon'],
  ...more,
})
const fanOut = (body: object, headers: Record<string, string> = {}) => w.ada.post('/v1/posts/fanout', body, { headers })
const postsOf = async (profileId: string) => (await w.ada.get(`/v1/posts?profileId=${profileId}`)).body.posts

test('201: a master post and its children are published, with each child’s overrides', async () => {
  const [first, second] = [await createBrand('bluesky', 'mastodon'), await createBrand('bluesky')]
  const scheduledAt = inTime(t, hours(1))
  const made = await fanOut({
    master: master({ tags: ['sea'], platforms: ['bluesky', { platform: 'mastodon', content: 'For the fediverse.' }] }),
    children: [
      { profileId: first, content: 'Der Leuchtturm ist wieder offen.', tags: ['meer'] },
      { profileId: second, scheduledAt },
    ],
  })
  assert.equal(made.status, 201, made.text)
  const { master: root, children, infos } = made.body
  assert.deepEqual([root.kind, root.status, root.rootPostId], ['master', 'queued', null])
  for (const child of children) {
    assert.deepEqual([child.kind, child.parentId, child.rootPostId], ['child', root.id, root.id])
  }
  const [german, later] = children
  assert.deepEqual(
    [german.content, german.tags, german.platforms.length],
    ['Der Leuchtturm ist wieder offen.', ['meer'], 2],
  )
  assert.deepEqual(
    german.targets.map((target: { overrides: object }) => target.overrides),
    [{}, {}],
  )
  assert.deepEqual([later.status, later.scheduledAt, later.tags], ['scheduled', scheduledAt, ['sea']])
  assert.deepEqual(later.platforms, [platformIdOf('bluesky')])
  assert.deepEqual(
    infos.map((info: { code: string; path: string }) => [info.code, info.path]),
    [['account_not_connected', '/children/1/platforms/1']],
  )
  await t.settle()
  assert.deepEqual(
    [...(await postsOf(first)), ...(await postsOf(w.profileId))].map((post) => post.status),
    ['published', 'published'],
  )
})

test('if no children are named, the active links determine which profiles inherit, and how', async () => {
  const parent = await createBrand('bluesky')
  const [child, removed] = [await createBrand('bluesky'), await createBrand('bluesky')]
  await link(parent, child, { tagPrefix: 'berlin-', languageOverride: 'de' })
  await link(parent, removed)
  const links = (await w.ada.get(`/v1/profiles/${parent}/children`)).body
  await w.ada.delete(`/v1/profiles/links/${links[1].id}`)
  const draft = { profileId: parent, content: 'Open.', tags: ['sea'], platforms: ['bluesky'], saveAsDraft: true }
  const made = await fanOut({ master: draft })
  assert.equal(made.status, 201, made.text)
  const [only, ...more] = made.body.children
  assert.equal(more.length, 0)
  assert.deepEqual([only.profileId, only.tags, only.language], [child, ['berlin-sea'], 'de'])
  assert.deepEqual(
    made.body.infos.map(({ code }: { code: string }) => code),
    ['translation_unavailable'],
  )
  const lonely = await fanOut({ master: { ...draft, profileId: removed } })
  assert.equal(lonely.body.errors[0].code, 'children_missing')
})

test('a fan-out is all or nothing: every error of every child is reported, and nothing is stored', async () => {
  const [empty, good] = [await createBrand(), await createBrand('bluesky')]
  const known = (await postsOf(w.profileId)).length
  const made = await fanOut({
    master: master(),
    children: [{ profileId: empty }, { profileId: good, platforms: ['mastodon'] }, { profileId: good }],
  })
  assert.equal(made.body.errors[0].code, 'duplicate_child', made.text)
  const again = await fanOut({
    master: master(),
    children: [{ profileId: empty }, { profileId: good, platforms: ['mastodon'] }],
  })
  assert.equal(again.status, 400)
  assert.deepEqual(
    again.body.errors.map((fault: { path: string }) => fault.path),
    ['/children/0/platforms/0', '/children/0/platforms/1', '/children/1/platforms/0'],
  )
  const tooLong = await fanOut({ master: master(), children: [{ profileId: good, content: 'x'.repeat(400) }] })
  assert.equal(tooLong.body.errors[0].path, '/children/0/content', tooLong.text)
  assert.equal((await postsOf(w.profileId)).length, known)
  assert.equal((await postsOf(good)).length, 0)
})

test('403: a fan-out requires the role editor on every profile; the same key creates it once', async () => {
  const stranger = await t.as('stranger-of-brands')
  const foreign = (await stranger.post('/v1/profiles', { name: 'Foreign' })).body.id
  const made = await fanOut({ master: master(), children: [{ profileId: foreign }] })
  assert.deepEqual([made.body.code, made.body.errors[0].path], ['profile_forbidden', '/children/0/profileId'])
  const child = await createBrand('bluesky')
  const body = { master: master({ saveAsDraft: true }), children: [{ profileId: child }] }
  const [first, second] = [
    await fanOut(body, { 'idempotency-key': 'f' }),
    await fanOut(body, { 'idempotency-key': 'f' }),
  ]
  assert.equal(first.status, 201, first.text)
  assert.deepEqual(second.body, first.body)
  assert.equal((await postsOf(child)).length, 1)
})

test('200: children=true includes the children; without it, they outlive their master post', async () => {
  const child = await createBrand('bluesky')
  const body = { master: master({ saveAsDraft: true }), children: [{ profileId: child }] }
  const kept = (await fanOut(body)).body
  await w.ada.delete(`/v1/posts/${kept.master.id}`)
  assert.equal((await w.ada.get(`/v1/posts/${kept.children[0].id}`)).body.deletedAt, null)
  const gone = (await fanOut(body)).body
  const answer = await w.ada.delete(`/v1/posts/${gone.master.id}?children=true`)
  assert.deepEqual(answer.body.children, [gone.children[0].id], answer.text)
  assert.ok((await w.ada.get(`/v1/posts/${gone.children[0].id}`)).body.deletedAt)
})

test('a published post is reposted along the links once per profile, however many paths lead to it', async () => {
  // A diamond: both sides repost to the same profile below.
  const [top, left, right] = [await createBrand('bluesky'), await createBrand('bluesky'), await createBrand('bluesky')]
  const [bottom, quiet] = [await createBrand('bluesky', 'mastodon'), await createBrand('bluesky')]
  await link(top, left, { autoRepost: true, tagPrefix: 'left-' })
  await link(top, right, { autoRepost: true })
  await link(left, bottom, { autoRepost: true })
  await link(right, bottom, { autoRepost: true })
  await link(top, quiet, { autoRepost: false })
  const made = await w.ada.post('/v1/posts', {
    profileId: top,
    content: 'Down the hill.',
    tags: ['a'],
    platforms: ['bluesky'],
  })
  assert.equal(made.status, 201, made.text)
  for (let round = 0; round < 4; round++) await t.advance(1_000)
  const [onLeft, ...moreLeft] = await postsOf(left)
  assert.equal(moreLeft.length, 0)
  assert.deepEqual([onLeft.status, onLeft.kind, onLeft.tags], ['published', 'child', ['left-a']])
  assert.equal((await postsOf(right)).length, 1)
  const below = await postsOf(bottom)
  assert.equal(below.length, 1)
  assert.deepEqual([below[0].status, below[0].rootPostId, below[0].platforms.length], ['published', made.body.id, 1])
  assert.equal((await postsOf(quiet)).length, 0)
  assert.equal((await w.ada.get(`/v1/posts/${made.body.id}`)).body.kind, 'master')

  // A fan-out follows the links itself, and its children are not reposted.
  const both = await fanOut({ master: { profileId: top, content: 'Again.', platforms: ['bluesky'] } })
  assert.equal(both.status, 201, both.text)
  for (let round = 0; round < 4; round++) await t.advance(1_000)
  assert.deepEqual(
    [(await postsOf(left)).length, (await postsOf(quiet)).length, (await postsOf(bottom)).length],
    [2, 1, 2],
  )
})

test('a repost in another language is fully translated, and a long tag is truncated between characters', async () => {
  const [top, below] = [await createBrand('bluesky'), await createBrand('bluesky')]
  const made = await w.ada.post('/v1/posts', {
    profileId: top,
    content: 'First',
    thread: [{ content: 'Second' }],
    tags: ['🌊'.repeat(50)],
    platforms: ['bluesky'],
  })
  assert.equal(made.status, 201, made.text)
  await t.advance(1_000)
  await link(top, below, { autoRepost: true, languageOverride: 'de', tagPrefix: 'b' })
  const translate = async ({ texts }: { readonly texts: readonly string[] }) =>
    texts.map((text) => text && `${text} (de)`)
  await repostPost({ ...t.deps, guards: { translate } }, fromWire('post', made.body.id) ?? assert.fail())
  const [child] = await postsOf(below)
  const { content, thread, language, tags } = child
  const parts = thread.map((part: { content: string }) => part.content)
  assert.deepEqual([content, parts, language], ['First (de)', ['Second (de)'], 'de'])
  assert.deepEqual(tags, [`b${'🌊'.repeat(49)}`])
})
