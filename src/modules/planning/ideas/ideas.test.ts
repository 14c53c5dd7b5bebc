import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { caps } from '#kernel/caps.ts'
import { days } from '#kernel/clock.ts'
import { fromWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { unzip } from '#test/world/files/unzip.ts'
import { grant } from '#test/world/people.ts'
import { plain } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let editor: Person
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  editor = await t.as('eve')
  await grant(w.person, w.profileId, editor, 'editor')
})
after(() => t[Symbol.asyncDispose]())

interface Idea {
  readonly id: string
  readonly title: string
  readonly stageId: string
  readonly version: number
  readonly postCount: number
}

/** Creates a brand, whose board has only the ideas of one test. */
async function openBoard() {
  const { body: profile } = await w.person.post('/v1/profiles', { name: `Board ${Math.random()}` })
  await grant(w.person, profile.id, editor, 'editor')
  const { body, text } = await editor.get(`/v1/idea-stages?profileId=${profile.id}`)
  assert.ok(body.stages, text)
  const stages: readonly string[] = body.stages.map(({ id }: { id: string }) => id)
  const add = async (title: string, more: object = {}): Promise<Idea> => {
    const { status, body: idea, text } = await editor.post('/v1/ideas', { profileId: profile.id, title, ...more })
    assert.equal(status, 201, text)
    return idea
  }
  const titles = async (query = ''): Promise<string[]> =>
    (await editor.get(`/v1/ideas?profileId=${profile.id}${query}`)).body.ideas.map(({ title }: Idea) => title)
  return { profileId: profile.id as string, stages, add, titles }
}

const move = (by: Person, { id }: Pick<Idea, 'id'>, body: object, etag?: string) =>
  by.post(`/v1/ideas/${id}/move`, body, etag ? { headers: { 'if-match': etag } } : undefined)

const firstStages = async (profileId: string) =>
  (await editor.get(`/v1/idea-stages?profileId=${profileId}`)).body.stages

test('a new idea is on top of the first stage, and is moved before another or to the end', async () => {
  const { stages, add, titles } = await openBoard()
  const [a, b, c] = [await add('a'), await add('b'), await add('c', { stageId: stages[1] })]
  assert.deepEqual(await titles(), ['b', 'a', 'c'])
  await move(editor, a, { stageId: stages[1], beforeId: c?.id })
  assert.deepEqual([await titles(`&stageId=${stages[0]}`), await titles(`&stageId=${stages[1]}`)], [['b'], ['a', 'c']])
  await move(editor, b, { stageId: stages[1] })
  assert.deepEqual(await titles(), ['a', 'c', 'b'])
  const { body: same } = await move(editor, b, { stageId: stages[1] })
  assert.equal(same.version, 2, 'a move to its own place changes nothing')
})

test('of two people who drag one version of an idea, the later one is refused and sees where it is', async () => {
  const { stages, add } = await openBoard()
  const idea = await add('wanted')
  const first = await move(editor, idea, { stageId: stages[1] }, '"1"')
  const second = await move(w.person, idea, { stageId: stages[2] }, '"1"')
  assert.deepEqual([first.status, second.status, second.body.code], [200, 412, 'precondition_failed'])
  const { body, headers } = await w.person.get(`/v1/ideas/${idea.id}`)
  assert.deepEqual([body.stageId, headers.etag], [stages[1], '"2"'])
})

test('ideas that two clients move to one place at once all have a place, and the board has one order', async () => {
  const { profileId, stages, add, titles } = await openBoard()
  const target = await add('target', { stageId: stages[1] })
  const ideas: Idea[] = []
  for (let nth = 0; nth < 24; nth += 1) ideas.push(await add(`idea ${nth}`))
  const moves = ideas.map((idea, nth) =>
    move(nth % 2 === 0 ? editor : w.person, idea, { stageId: stages[1], beforeId: target.id }),
  )
  const answers = await Promise.all(moves)
  assert.ok(answers.every(({ status }) => status === 200))
  const once = await titles()
  assert.equal(new Set(once).size, 25)
  assert.equal(once.at(-1), 'target')
  assert.deepEqual(await titles(), once)
  const pages: string[] = []
  let cursor = ''
  do {
    const { body } = await editor.get(`/v1/ideas?profileId=${profileId}&limit=7${cursor}`)
    pages.push(...body.ideas.map(({ title }: Idea) => title))
    cursor = body.hasMore ? `&cursor=${body.nextCursor}` : ''
  } while (cursor !== '')
  assert.deepEqual(pages, once)
})

test('an idea can always be put between two others, however often', async () => {
  const { stages, add, titles } = await openBoard()
  const [low, high] = [await add('low'), await add('high')]
  const [one, other] = [await add('one'), await add('other')]
  for (let nth = 0; nth < 40; nth += 1) {
    // Each goes between the other and `low`, which halves the gap each time.
    const moved = nth % 2 === 0 ? one : other
    const { status, text } = await move(editor, moved, { stageId: stages[0], beforeId: low.id })
    assert.equal(status, 200, text)
  }
  assert.deepEqual(await titles(), ['high', 'one', 'other', 'low'])
  assert.equal((await editor.get(`/v1/ideas/${high.id}`)).body.version, 1)
})

test('409 idea_neighbor_moved: an idea is not put before one that has left the stage', async () => {
  const { stages, add, titles } = await openBoard()
  const [idea, neighbor] = [await add('idea'), await add('neighbor')]
  await move(w.person, neighbor, { stageId: stages[2] })
  const refused = await move(editor, idea, { stageId: stages[1], beforeId: neighbor.id })
  assert.deepEqual([refused.status, refused.body.code], [409, 'idea_neighbor_moved'])
  await w.person.delete(`/v1/ideas/${neighbor.id}`)
  assert.equal((await move(editor, idea, { stageId: stages[2], beforeId: neighbor.id })).status, 409)
  assert.deepEqual(await titles(), ['idea'])
})

test('a draft names its idea, and the idea stays when the draft is deleted', async () => {
  const { body: label } = await w.person.post('/v1/labels', { profileId: w.profileId, name: 'Behind the scenes' })
  const file = await plain(8, 8).png().toBuffer()
  const { body: media } = await editor.upload('/v1/media/upload', {
    file,
    fileName: 'a.png',
    fields: { profileId: w.profileId },
  })
  const content = { title: 'Lamp', text: 'How the lamp works.', url: 'https://example.com/lamp' }
  const { body: idea } = await editor.post('/v1/ideas', {
    profileId: w.profileId,
    ...content,
    mediaIds: [media.id],
    labelIds: [label.id],
  })
  const { status, body: post, text } = await editor.post(`/v1/ideas/${idea.id}/post`)
  assert.equal(status, 201, text)
  assert.deepEqual(
    [post.status, post.content, post.tags, post.media.length, post.ideaId],
    ['draft', 'How the lamp works.\n\nhttps://example.com/lamp', ['Behind the scenes'], 1, idea.id],
  )
  const posts = async () => (await editor.get(`/v1/ideas/${idea.id}/posts`)).body.posts
  const count = async () =>
    (await editor.get(`/v1/ideas?profileId=${w.profileId}&q=LAMP`)).body.ideas.map((one: Idea) => one.postCount)
  assert.deepEqual([(await posts()).map(({ id }: { id: string }) => id), await count()], [[post.id], [1]])
  await editor.delete(`/v1/posts/${post.id}`)
  assert.deepEqual([await posts(), await count()], [[], [0]])
  const { body: copy } = await editor.post(`/v1/ideas/${idea.id}/post`)
  assert.equal((await editor.delete(`/v1/ideas/${idea.id}`)).status, 200)
  assert.equal((await editor.get(`/v1/posts/${copy.id}`)).body.ideaId, null)
})

test('a draft of an idea can have a time, and of two people who plan it at once one is refused', async () => {
  const { profileId, add, titles } = await openBoard()
  const idea = await add('Lamp')
  await add('Boat')
  const scheduledAt = new Date(t.now().getTime() + days(3)).toISOString()
  const plan = (by: Person) => by.post(`/v1/ideas/${idea.id}/post`, { scheduledAt, unusedOnly: true })
  const answers = await Promise.all([plan(editor), plan(w.person), plan(editor)])
  const made = answers.filter(({ status }) => status === 201)
  assert.deepEqual(
    [made.length, answers.flatMap(({ body }) => body.code ?? [])],
    [1, ['idea_has_post', 'idea_has_post']],
  )
  const post = made[0]?.body
  assert.deepEqual([post.status, post.scheduledAt, post.ideaId, post.content], ['draft', scheduledAt, idea.id, 'Lamp'])
  assert.deepEqual([await titles('&hasPosts=false'), await titles('&hasPosts=true')], [['Boat'], ['Lamp']])
  await editor.delete(`/v1/posts/${post.id}`)
  assert.deepEqual(await titles('&hasPosts=false'), ['Boat', 'Lamp'])
  assert.equal((await plan(w.person)).status, 201)
  const { body: list } = await editor.get(`/v1/posts?profileId=${profileId}`)
  assert.equal(list.posts.length, 1)
  const past = await editor.post(`/v1/ideas/${idea.id}/post`, { scheduledAt: '2001-01-01T00:00:00Z' })
  assert.equal(past.status, 400)
})

test('a deleted idea is restored with its author, its place, its labels and its posts', async () => {
  const { profileId, stages, add, titles } = await openBoard()
  const { body: label } = await w.person.post('/v1/labels', { profileId, name: 'Lights' })
  await add('low')
  const idea = await add('Lamp', { text: 'How it works', labelIds: [label.id] })
  await add('high')
  const { body: post } = await editor.post(`/v1/ideas/${idea.id}/post`)
  const { body: trashed } = await editor.post(`/v1/ideas/${idea.id}/post`)
  await editor.delete(`/v1/posts/${trashed.id}`)
  const read = async () => {
    const { version: _, ...content } = (await editor.get(`/v1/ideas/${idea.id}`)).body
    return content
  }
  const previous = await read()
  await w.person.delete(`/v1/ideas/${idea.id}`)
  assert.deepEqual([await titles(), (await editor.get(`/v1/ideas/${idea.id}`)).status], [['high', 'low'], 404])
  assert.equal((await editor.get(`/v1/posts/${post.id}`)).body.ideaId, null)
  assert.equal((await move(editor, idea, { stageId: stages[1] })).status, 404)
  assert.equal((await editor.post(`/v1/ideas/${idea.id}/post`)).status, 404)
  // Others continue in the meantime, and need more places than there are between two ideas.
  const [a, b] = [await add('a', { stageId: stages[1] }), await add('b', { stageId: stages[1] })]
  const low = (await editor.get(`/v1/ideas?profileId=${profileId}&q=low`)).body.ideas[0]
  for (let nth = 0; nth < 40; nth += 1) {
    const { status, text } = await move(editor, nth % 2 === 0 ? a : b, { stageId: stages[0], beforeId: low.id })
    assert.equal(status, 200, text)
  }
  await w.person.post('/v1/labels', { profileId, name: 'Lamps' })
  const restored = await Promise.all([editor, w.person].map((by) => by.post(`/v1/ideas/${idea.id}/restore`)))
  assert.deepEqual(
    restored.map(({ status, body }) => [status, body.version]),
    [
      [200, 2],
      [200, 2],
    ],
  )
  assert.deepEqual(await read(), previous)
  assert.deepEqual(
    (await titles()).filter((title) => title.length > 1),
    ['high', 'Lamp', 'low'],
  )
  assert.equal((await editor.get(`/v1/posts/${post.id}`)).body.ideaId, idea.id)
  await editor.post(`/v1/posts/${trashed.id}/restore`)
  assert.equal((await editor.get(`/v1/posts/${trashed.id}`)).body.ideaId, idea.id)
})

test('a deleted idea is restored where its stage has gone, until it is purged', async () => {
  const { stages, add, titles } = await openBoard()
  const [first, second] = [await add('first', { stageId: stages[1] }), await add('second', { stageId: stages[1] })]
  await editor.delete(`/v1/ideas/${first.id}`)
  await editor.delete(`/v1/ideas/${second.id}`)
  assert.equal((await editor.delete(`/v1/idea-stages/${stages[1]}`)).status, 200)
  const { body } = await editor.post(`/v1/ideas/${first.id}/restore`)
  assert.deepEqual([body.stageId, await titles()], [stages[0], ['first']])
  await sql`update idea set deleted_at = deleted_at - interval '31 days' where deleted_at is not null`.execute(t.db)
  const late = await editor.post(`/v1/ideas/${second.id}/restore`)
  assert.deepEqual([late.status, late.body.code], [404, 'idea_not_found'])
})

test('a title alone becomes the text of the draft, and a URL in the text is not repeated', async () => {
  const { add } = await openBoard()
  const content = async ({ id }: Idea) => (await editor.post(`/v1/ideas/${id}/post`)).body.content
  assert.equal(await content(await add('Only a title')), 'Only a title')
  const url = 'https://example.com/a'
  assert.equal(await content(await add('T', { text: `See ${url}`, url })), `See ${url}`)
})

test('an idea follows its label into another one, and stays when that is deleted', async () => {
  const label = async (name: string): Promise<string> =>
    (await w.person.post('/v1/labels', { profileId: w.profileId, name })).body.id
  const [sale, winter] = [await label('Idea sale'), await label('Idea winter')]
  const make = async (labelIds: string[]) =>
    (await editor.post('/v1/ideas', { profileId: w.profileId, title: 'x', labelIds })).body.id
  const [one, both] = [await make([sale]), await make([sale, winter])]
  const labels = async (id: string) => (await editor.get(`/v1/ideas/${id}`)).body.labelIds
  const found = async (id: string) =>
    (await editor.get(`/v1/ideas?profileId=${w.profileId}&labelId=${id}`)).body.ideas.length
  assert.equal(await found(sale), 2)
  await w.person.patch(`/v1/labels/${sale}`, { name: 'Idea bargains' })
  assert.deepEqual(await labels(one), [sale])
  await w.person.post(`/v1/labels/${sale}/merge`, { intoId: winter })
  assert.deepEqual([await labels(one), await labels(both), await found(winter)], [[winter], [winter], 2])
  await w.person.delete(`/v1/labels/${winter}`)
  await t.settle()
  assert.deepEqual([await labels(one), await labels(both)], [[], []])
})

test('409 media_in_use: a file of an idea is not deleted before the idea lets go of it', async () => {
  const file = await plain(9, 9).png().toBuffer()
  const { body: media } = await editor.upload('/v1/media/upload', {
    file,
    fileName: 'b.png',
    fields: { profileId: w.profileId },
  })
  const { body: idea } = await editor.post('/v1/ideas', { profileId: w.profileId, mediaIds: [media.id] })
  const { body: page } = await editor.get(`/v1/ideas?profileId=${w.profileId}`)
  assert.match(page.ideas.find(({ id }: Idea) => id === idea.id).thumbnailUrl, /^http/)
  assert.equal((await editor.delete(`/v1/media/${media.id}`)).body.code, 'media_in_use')
  await editor.patch(`/v1/ideas/${idea.id}`, { mediaIds: [], title: 'Without' })
  assert.equal((await editor.delete(`/v1/media/${media.id}`)).status, 200)
})

test('400: an empty idea, and labels, files and stages of others, are refused where they are', async () => {
  const { profileId, add } = await openBoard()
  const elsewhere = await connectBoth(t)
  const { body: label } = await elsewhere.person.post('/v1/labels', { profileId: elsewhere.profileId, name: 'Theirs' })
  const file = await plain(7, 7).png().toBuffer()
  const { body: media } = await elsewhere.person.upload('/v1/media/upload', { file, fileName: 'c.png' })
  const { body: theirs } = await elsewhere.person.get(`/v1/idea-stages?profileId=${elsewhere.profileId}`)
  const foreign = theirs.stages[0].id
  const refused = async (body: object, path: string) => {
    const answer = await editor.post('/v1/ideas', { profileId, ...body })
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.path], [400, path])
  }
  await refused({ title: ' ', text: '\n' }, '/title')
  await refused({ title: 'two\nlines' }, '/title')
  await refused({ title: 'a', url: 'javascript:alert(1)' }, '/url')
  await refused({ title: 'a', labelIds: [label.id] }, '/labelIds/0')
  await refused({ title: 'a', mediaIds: [media.id] }, '/mediaIds/0')
  await refused({ title: 'a', stageId: foreign }, '/stageId')
  const idea = await add('mine')
  assert.equal((await move(editor, idea, { stageId: foreign })).body.errors[0].path, '/stageId')
  assert.equal((await editor.patch(`/v1/ideas/${idea.id}`, { title: '' })).body.errors[0].path, '/title')
  assert.equal((await elsewhere.person.get(`/v1/ideas/${idea.id}`)).status, 403)
})

test('stages are renamed, moved and deleted, and their ideas move on', async () => {
  const { profileId, stages, add, titles } = await openBoard()
  const [first = '', second = '', third = ''] = stages
  await add('a')
  await add('b', { stageId: second })
  const names = async () => (await firstStages(profileId)).map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(), ['New', 'In progress', 'Ready'])
  const renamed = await editor.patch(`/v1/idea-stages/${first}`, { name: 'Inbox', beforeId: third })
  assert.deepEqual(
    [renamed.body.name, renamed.body.preset, await names()],
    ['Inbox', null, ['In progress', 'Inbox', 'Ready']],
  )
  const taken = await editor.patch(`/v1/idea-stages/${first}`, { name: 'READY' })
  assert.equal(taken.body.code, 'idea_stage_exists')
  assert.equal((await editor.delete(`/v1/idea-stages/${second}`)).body.code, 'idea_stage_not_empty')
  assert.equal((await editor.delete(`/v1/idea-stages/${second}?moveToId=${first}`)).status, 200)
  assert.deepEqual(await titles(`&stageId=${first}`), ['a', 'b'])
  assert.equal((await editor.delete(`/v1/idea-stages/${third}`)).status, 200)
  assert.equal((await editor.delete(`/v1/idea-stages/${first}`)).body.code, 'idea_stage_last')
  for (let nth = 1; nth < caps.ideaStagesOfProfile; nth += 1)
    assert.equal((await editor.post('/v1/idea-stages', { profileId, name: `Stage ${nth}` })).status, 201)
  const { body } = await editor.post('/v1/idea-stages', { profileId, name: 'One more' })
  assert.equal(body.code, 'idea_stages_full')
})

test('people who open a new board at once get the same stages', async () => {
  const { body: profile } = await w.person.post('/v1/profiles', { name: 'Fresh' })
  const read = () => w.person.get(`/v1/idea-stages?profileId=${profile.id}`)
  const lists = (await Promise.all([read(), read(), read(), read()])).map(({ body }) => JSON.stringify(body))
  assert.deepEqual([new Set(lists).size, JSON.parse(lists[0] ?? '').stages.length], [1, 3])
})

test('a person’s export has their ideas, and the ideas of a deleted person stay', async () => {
  const leaver = await t.as('lea')
  await grant(w.person, w.profileId, leaver, 'editor')
  const { body: idea } = await leaver.post('/v1/ideas', { profileId: w.profileId, title: 'Thought of by Lea' })
  const { bytes } = await leaver.get('/v1/auth/me/export')
  const exported = [...(await unzip(bytes)).entries()].find(([name]) => /idea/.test(name))?.[1].toString()
  assert.match(exported ?? '', /Thought of by Lea/)
  assert.equal((await leaver.delete('/v1/auth/me')).status, 200)
  await t.settle()
  const { body: left } = await editor.get(`/v1/ideas/${idea.id}`)
  assert.deepEqual([left.title, left.authorUid], ['Thought of by Lea', null])
  const { body: log } = await w.person.get('/v1/auth/me/audit-log')
  assert.match(JSON.stringify(log), /idea\.created/)
})

test('a brand that is erased takes its stages, ideas and drafts with it, and deleted ideas are purged', async () => {
  const { profileId, stages, add } = await openBoard()
  const idea = await add('gone', { stageId: stages[1] })
  const other = await openBoard()
  await editor.delete(`/v1/ideas/${(await other.add('deleted')).id}`)
  await other.add('stays')
  assert.equal((await editor.post(`/v1/ideas/${idea.id}/post`)).status, 201)
  assert.equal((await w.person.delete(`/v1/profiles/${profileId}`)).status, 200)
  assert.equal((await editor.get(`/v1/ideas/${idea.id}`)).status, 404)
  await t.advance(days(31))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from idea_stage where profile_id = ${fromWire('prof', profileId)}`.execute(t.db)
  assert.equal(rows[0]?.count, 0)
  const { rows: left } = await sql<{ title: string }>`
    select title from idea where profile_id = ${fromWire('prof', other.profileId)}`.execute(t.db)
  assert.deepEqual(left, [{ title: 'stays' }], 'a deleted idea is purged')
})
