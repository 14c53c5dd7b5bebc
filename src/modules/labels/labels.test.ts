import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { fromWire, toWire } from '#kernel/ids.ts'
import { type Person, startApp, type TestApp } from '#test/harness/app.ts'
import { uploaded } from '#test/world/media.ts'
import { plain } from '#test/world/pictures.ts'
import { labelHandlers } from './jobs.ts'

let t: TestApp
before(async () => {
  t = await startApp()
  await t.as('root')
})
after(() => t[Symbol.asyncDispose]())

let brands = 0
async function brandOf(person: Person): Promise<string> {
  brands += 1
  return (await person.post('/v1/profiles', { name: `brand ${brands}` })).body.id
}

const draftsOf = (person: Person, profileId: string) => ({
  draft: async (tags: readonly string[]) => {
    const made = await person.post('/v1/posts', { profileId, content: 'x', tags, saveAsDraft: true })
    assert.equal(made.status, 201, made.text)
    return made.body as { id: string; tags: string[]; version: number }
  },
  tagsOf: async (id: string): Promise<string[]> => (await person.get(`/v1/posts/${id}`)).body.tags,
  names: async (more = ''): Promise<string[]> =>
    (await person.get(`/v1/labels?profileId=${profileId}${more}`)).body.labels.map((one: { name: string }) => one.name),
  label: async (name: string, more: object = {}) => {
    const made = await person.post('/v1/labels', { profileId, name, ...more })
    assert.equal(made.status, 201, made.text)
    return made.body as { id: string }
  },
})

test('a tag that is new becomes a label, and every other spelling of it becomes that label’s name', async () => {
  const person = await t.as('ada')
  const { draft, tagsOf, names } = draftsOf(person, await brandOf(person))
  assert.deepEqual((await draft(['Winter Sale', 'tips'])).tags, ['Winter Sale', 'tips'])
  const second = await draft(['winter sale', ' WINTER   SALE ', 'Tips', 'Wınter'])
  assert.deepEqual(second.tags, ['Winter Sale', 'tips', 'Wınter'])
  assert.deepEqual(await names(), ['tips', 'Winter Sale', 'Wınter'])
  // A letter with its accent composed or not is the same letter.
  await draft(['Caf\u00e9'])
  assert.deepEqual((await draft(['cafe\u0301'])).tags, ['Caf\u00e9'])
  assert.equal((await person.patch(`/v1/posts/${second.id}`, { tags: ['TIPS'] })).body.tags[0], 'tips')
  const copy = await person.post(`/v1/posts/${second.id}/duplicate`, {})
  assert.deepEqual(copy.body.tags, ['tips'])
  assert.deepEqual(await tagsOf(second.id), ['tips'])
  for (const bad of ['', '  ', 'a\nb', 'x'.repeat(101)])
    assert.equal((await person.patch(`/v1/posts/${second.id}`, { tags: [bad] })).status, 400, JSON.stringify(bad))
})

test('a label is created, listed by pages, changed, archived and deleted; its audit entries name it', async () => {
  const person = await t.as('bea')
  const profileId = await brandOf(person)
  const { label, names, draft, tagsOf } = draftsOf(person, profileId)
  const made = await person.post('/v1/labels', {
    profileId,
    name: 'Launch',
    color: 'teal',
    kind: 'campaign',
    fromDate: '2026-12-01',
    toDate: '2026-12-24',
    note: 'Brief first.',
  })
  assert.equal(made.status, 201, made.text)
  const { id, createdAt, updatedAt } = made.body
  const launch = {
    id,
    profileId,
    name: 'Launch',
    color: 'teal',
    kind: 'campaign',
    fromDate: '2026-12-01',
    toDate: '2026-12-24',
    note: 'Brief first.',
    archived: false,
    isSettled: true,
    createdAt,
    updatedAt,
  }
  assert.deepEqual(made.body, launch)
  assert.deepEqual((await person.get(`/v1/labels/${id}`)).body, launch)

  const twice = await person.post('/v1/labels', { profileId, name: ' LAUNCH ' })
  assert.deepEqual([twice.status, twice.body.code], [409, 'label_exists'])
  for (const [body, path] of [
    [{ name: 'A', fromDate: '2026-12-01' }, '/fromDate'],
    [{ name: 'A', kind: 'campaign', fromDate: '2026-12-02', toDate: '2026-12-01' }, '/toDate'],
    [{ name: 'A', color: '#1D4ED8' }, '/color'],
    [{ name: 'A', kind: 'campaign', toDate: '2026-02-30' }, '/toDate'],
  ] as const) {
    const refused = await person.post('/v1/labels', { profileId, ...body })
    assert.deepEqual([refused.status, refused.body.errors[0].path], [400, path], refused.text)
  }
  const undated = await person.patch(`/v1/labels/${id}`, { kind: 'label' })
  assert.equal(undated.status, 400, undated.text)

  for (const name of ['b', 'A', 'c']) await label(name)
  const first = await person.get(`/v1/labels?profileId=${profileId}&limit=3`)
  assert.deepEqual([first.body.labels.length, first.body.hasMore], [3, true])
  const rest = await person.get(`/v1/labels?profileId=${profileId}&limit=3&cursor=${first.body.nextCursor}`)
  assert.deepEqual(
    [...first.body.labels, ...rest.body.labels].map(({ name }: { name: string }) => name),
    ['A', 'b', 'c', 'Launch'],
  )
  assert.deepEqual(await names('&q=aun'), ['Launch'])
  assert.deepEqual(await names('&kind=campaign'), ['Launch'])

  const post = await draft(['launch', 'a'])
  assert.equal((await person.patch(`/v1/labels/${id}`, { archived: true })).body.archived, true)
  assert.deepEqual(await names(), ['A', 'b', 'c'])
  assert.deepEqual(await names('&archived=true'), ['Launch'])
  assert.deepEqual(await names('&archived=true,false'), ['A', 'b', 'c', 'Launch'])
  // An archived label still filters, and still spells its posts.
  assert.equal((await person.get(`/v1/posts?profileId=${profileId}&label=LAUNCH`)).body.posts.length, 1)
  assert.deepEqual((await draft(['LAUNCH'])).tags, ['Launch'])

  assert.equal((await person.delete(`/v1/labels/${id}`)).status, 200)
  assert.equal((await person.get(`/v1/labels/${id}`)).body.code, 'label_not_found')
  assert.equal((await person.delete(`/v1/labels/${id}`)).body.code, 'label_not_found')
  await t.settle()
  assert.deepEqual(await tagsOf(post.id), ['A'])
  assert.deepEqual(await names('&archived=true,false'), ['A', 'b', 'c'])
  const { entries } = (await person.get('/v1/auth/me/audit-log?limit=100')).body
  const actions = entries
    .filter(({ subject }: { subject: string }) => subject === id)
    .map(({ action }: { action: string }) => action)
  assert.deepEqual(actions.sort(), ['label.created', 'label.deleted', 'label.updated'])
})

test('a label that is deleted stays if a post is saved with its name before the deletion is finished', async () => {
  const person = await t.as('cyd')
  const { label, draft, tagsOf, names } = draftsOf(person, await brandOf(person))
  const { id } = await label('Keep')
  const [one, other] = [await draft(['Keep']), await draft([])]
  await person.delete(`/v1/labels/${id}`)
  await person.patch(`/v1/posts/${other.id}`, { tags: ['keep'] })
  await t.settle()
  assert.deepEqual([await tagsOf(one.id), await tagsOf(other.id), await names()], [['Keep'], ['Keep'], ['Keep']])
})

test('a merge moves posts and files to the other label, each of them once', async () => {
  const person = await t.as('dot')
  const profileId = await brandOf(person)
  const { label, draft, tagsOf, names } = draftsOf(person, profileId)
  const [from, into] = [await label('Xmas'), await label('Christmas')]
  const [one, both] = [await draft(['xmas']), await draft(['Xmas', 'z', 'Christmas'])]
  const file = await uploaded(t, person, { file: await plain(2, 2).png().toBuffer(), fields: { profileId } })
  await person.patch(`/v1/media/${file.id}`, { tags: ['XMAS', 'sha256:1'] })
  assert.deepEqual((await person.get(`/v1/media/${file.id}`)).body.tags, ['Xmas', 'sha256:1'])
  assert.deepEqual(await names(), ['Christmas', 'Xmas', 'z'], 'the tag of a file creates no label')

  const wrong = await person.post(`/v1/labels/${from.id}/merge`, { intoId: from.id })
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, '/intoId'])
  const merged = await person.post(`/v1/labels/${from.id}/merge`, { intoId: into.id })
  assert.deepEqual([merged.status, merged.body.name, merged.body.isSettled], [200, 'Christmas', false], merged.text)
  // Until the posts have followed, the old name means the label that remains.
  assert.deepEqual((await draft(['xmas'])).tags, ['Christmas'])
  assert.equal((await person.post('/v1/labels', { profileId, name: 'Xmas' })).body.code, 'label_exists')
  await t.settle()
  assert.deepEqual([await tagsOf(one.id), await tagsOf(both.id)], [['Christmas'], ['Christmas', 'z']])
  assert.deepEqual((await person.get(`/v1/media/${file.id}`)).body.tags, ['Christmas', 'sha256:1'])
  assert.deepEqual(
    (await person.get(`/v1/media?profileId=${profileId}&label=christmas`)).body.media.map((m: { id: string }) => m.id),
    [file.id],
  )
  assert.equal((await person.get(`/v1/labels/${into.id}`)).body.isSettled, true)
  assert.equal((await person.post('/v1/labels', { profileId, name: 'Xmas' })).status, 201)
})

test('a renamed label reaches thousands of posts while others edit them and save new ones', async () => {
  const person = await t.as('eve')
  const profileId = await brandOf(person)
  const { label, draft, names } = draftsOf(person, profileId)
  const { id } = await label('Old')
  const model = await draft(['other', 'old'])
  const copies = 3_000
  await copyPost(model.id, copies)

  assert.equal((await person.patch(`/v1/labels/${id}`, { name: 'New' })).status, 200)
  // A composer that was opened before the rename still sends the previous name.
  for (const spelling of ['OLD', 'old']) assert.deepEqual((await draft([spelling])).tags, ['New'])
  const edit = async () => {
    for (let nth = 0; nth < 40; nth++) {
      const edited = await person.patch(`/v1/posts/${model.id}`, { content: `text ${nth}` })
      assert.equal(edited.status, 200, edited.text)
      assert.deepEqual((await draft(['OTHER', 'NEW'])).tags, ['other', 'New'])
    }
  }
  await Promise.all([edit(), edit(), runRetag(id), runRetag(id)])
  await t.settle()
  assert.deepEqual(await names(), ['New', 'other'])
  const counts = await countTags(profileId)
  assert.deepEqual(counts, { New: copies + 83, other: copies + 81 })
  const { body } = await person.get(`/v1/posts/${model.id}`)
  assert.deepEqual([body.tags, body.content], [['other', 'New'], 'text 39'])
  assert.equal((await person.get(`/v1/labels/${id}`)).body.isSettled, true)
})

/** Runs the job as another process would, at the same time as the requests. */
async function runRetag(id: string): Promise<void> {
  const [handled] = labelHandlers(t.deps)
  const { signal } = new AbortController()
  await handled?.handler({ labelId: fromWire('lbl', id) }, { signal } as never)
}

async function copyPost(id: string, copies: number): Promise<void> {
  await sql`
    insert into post select copy.* from post cross join generate_series(1, ${copies}) as nth
    cross join lateral jsonb_populate_record(post, jsonb_build_object('id', case when nth > 0 then gen_random_uuid() end)) as copy
    where post.id = ${fromWire('post', id)}`.execute(t.db)
}

async function countTags(profileId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from post, unnest(tags) as tag
    where profile_id = ${fromWire('prof', profileId)} group by tag order by tag`.execute(t.db)
  return Object.fromEntries(rows.map(({ tag, count }) => [tag, count]))
}

test('a filter returns the same posts as comparing each post, and goes through all its pages', async () => {
  const person = await t.as('fay')
  const profileId = await brandOf(person)
  const { draft } = draftsOf(person, profileId)
  const other = await t.as('gus')
  const { body: invite } = await person.post(`/v1/profiles/${profileId}/invites`, { role: 'editor' })
  await other.post('/v1/profiles/invites/accept', { token: invite.inviteToken })
  const file = await uploaded(t, person, { file: await plain(2, 2).png().toBuffer(), fields: { profileId } })
  const words = ['Sale', 'Tips', 'Café', 'a,b', '{x}']
  for (let nth = 0; nth < 48; nth++) {
    const tags = words.filter((_, index) => (nth >> index) % 2 === 1)
    const more = {
      ...(nth % 3 === 0 ? { media: [{ storagePath: file.storagePath }] } : {}),
      ...(nth % 4 === 0 ? { format: 'story' } : {}),
      ...(nth % 5 === 0 ? { platforms: [{ platform: 'mastodon', format: 'reel' }] } : {}),
    }
    const by = nth % 2 === 0 ? person : other
    const made = await by.post('/v1/posts', { profileId, content: `${nth}`, tags, saveAsDraft: true, ...more })
    assert.equal(made.status, 201, made.text)
  }
  await draft([])
  const { posts } = (await person.get(`/v1/posts?profileId=${profileId}`)).body as { posts: Listed[] }
  assert.equal(posts.length, 49)
  const formsOf = ({ targets, format }: Listed) =>
    targets.length === 0 ? [format] : targets.map((one) => one.overrides.format ?? format)
  const isLabeled = (post: Listed, name: string) =>
    post.tags.some((tag) => tag.normalize('NFC').toLowerCase() === name.normalize('NFC').toLowerCase())
  const labels = [undefined, 'sale', 'TIPS', 'cafe\u0301', 'A,B', '{X}', 'none']
  const formats = [undefined, 'story', 'reel', 'post,reel']
  // Every pair of values at least once, without all of the combinations.
  for (let nth = 0; nth < 28; nth++) {
    const [label, format] = [labels[nth % 7], formats[nth % 4]]
    const authorUid = [undefined, other.uid][Math.floor(nth / 7) % 2]
    const hasMedia = [undefined, true, false][nth % 3]
    const wanted = Object.entries({ label, authorUid, format, hasMedia }).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(wanted as [string, string][])
    const expected = posts.filter(
      (post) =>
        (label === undefined || isLabeled(post, label)) &&
        (authorUid === undefined || post.authorUid === authorUid) &&
        (format === undefined || formsOf(post).some((one) => format.split(',').includes(one))) &&
        (hasMedia === undefined || post.media.length > 0 === hasMedia),
    )
    const path = nth % 2 === 0 ? '/v1/posts' : '/v1/posts/summaries'
    const found = await all(person, `${path}?profileId=${profileId}&limit=20&${query}`)
    assert.deepEqual(
      found,
      expected.map(({ id }) => id),
      `${path} ${query}`,
    )
  }
  const badAuthor = await person.get(`/v1/posts?authorUid=${toWire('prof', fromWire('prof', profileId)!)}`)
  assert.equal(badAuthor.status, 400)
})

interface Listed {
  readonly id: string
  readonly tags: readonly string[]
  readonly authorUid: string
  readonly format: string
  readonly media: readonly unknown[]
  readonly targets: readonly { readonly overrides: { readonly format?: string } }[]
}

async function all(person: Person, path: string): Promise<string[]> {
  const found: string[] = []
  let cursor = ''
  do {
    const { body, status, text } = await person.get(`${path}${cursor}`)
    assert.equal(status, 200, text)
    found.push(...body.posts.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor !== '')
  return found
}

test('a profile that has all its labels stores more tags as given', async () => {
  const person = await t.as('hal')
  const profileId = await brandOf(person)
  const { draft, names } = draftsOf(person, profileId)
  for (let from = 0; from < 500; from += 50) await draft(Array.from({ length: 50 }, (_, nth) => `t${from + nth}`))
  assert.deepEqual((await draft(['one more'])).tags, ['one more'])
  assert.deepEqual((await draft(['T7'])).tags, ['t7'])
  assert.equal((await person.post('/v1/labels', { profileId, name: 'two more' })).body.code, 'labels_full')
  assert.deepEqual(await names('&q=more'), [])
  assert.equal((await person.get(`/v1/posts?profileId=${profileId}&label=one%20more`)).body.posts.length, 1)
})

test('the uses of labels count posts outside the trash, and only those of the profile', async () => {
  const person = await t.as('uma')
  const profileId = await brandOf(person)
  const { draft, label } = draftsOf(person, profileId)
  const elsewhere = draftsOf(person, await brandOf(person))
  await elsewhere.draft(['Sale'])
  const { id: sale } = await label('Sale')
  await label('Unused')
  await draft(['sale'])
  await draft(['SALE', 'Tips'])
  const removed = await draft(['Sale'])
  assert.equal((await person.delete(`/v1/posts/${removed.id}`)).status, 200)
  const usesOf = async (): Promise<{ labelId: string; posts: number }[]> =>
    (await person.get(`/v1/labels/uses?profileId=${profileId}`)).body.uses
  const uses = await usesOf()
  assert.equal(uses.length, 2, JSON.stringify(uses))
  assert.equal(uses.find(({ labelId }) => labelId === sale)?.posts, 2)

  // Posts that do not have the new name yet count as well.
  const countOf = async () => (await usesOf()).find(({ labelId }) => labelId === sale)?.posts
  assert.equal((await person.patch(`/v1/labels/${sale}`, { name: 'Winter' })).body.isSettled, false)
  assert.equal(await countOf(), 2)
  const tips = uses.find(({ labelId }) => labelId !== sale)?.labelId
  assert.equal((await person.post(`/v1/labels/${tips}/merge`, { intoId: sale })).body.isSettled, false)
  assert.deepEqual(await usesOf(), [{ labelId: sale, posts: 2 }])
  const stranger = await t.as('vic')
  assert.equal((await stranger.get(`/v1/labels/uses?profileId=${profileId}`)).status, 403)
})
