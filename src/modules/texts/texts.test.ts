import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { days } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

async function save(body: object): Promise<string> {
  const {
    status,
    body: saved,
    text,
  } = await w.ada.post('/v1/texts', { profileId: w.profileId, name: 'A text', ...body })
  assert.equal(status, 201, text)
  return saved.id
}

const apply = (id: string, post: object, more: object = {}) =>
  w.ada.post(`/v1/texts/${id}/apply`, { post: { profileId: w.profileId, ...post }, ...more })

async function applied(id: string, post: object, more: object = {}) {
  const { status, body, text } = await apply(id, post, more)
  assert.equal(status, 200, text)
  return body
}

test('a text is saved, found, changed by one of two editors, and deleted', async () => {
  const id = await save({ kind: 'snippet', name: 'Opening hours', content: 'Open from nine.' })
  const path = `/v1/texts/${id}`
  const found = await w.ada.get(`/v1/texts?profileId=${w.profileId}&kind=snippet&q=OPENING`)
  assert.deepEqual(
    found.body.texts.map((one: { id: string }) => one.id),
    [id],
  )
  const { headers } = await w.ada.get(path)
  const ifMatch = { headers: { 'if-match': headers.etag ?? '' } }
  const changed = await w.ada.patch(path, { content: 'Open from ten.' }, ifMatch)
  assert.deepEqual([changed.body.content, changed.body.version], ['Open from ten.', 2])
  assert.equal((await w.ada.patch(path, { content: 'Open from eleven.' }, ifMatch)).status, 412)
  assert.equal((await w.ada.delete(path)).status, 200)
  assert.equal((await w.ada.get(path)).body.code, 'saved_text_not_found')
})

test('the list continues page by page, and contains each text once', async () => {
  const stored = await Promise.all(['a', 'b', 'c'].map((name) => save({ kind: 'signature', name, content: name })))
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await w.ada.get(`/v1/texts?profileId=${w.profileId}&kind=signature&limit=2${cursor}`)
    seen.push(...body.texts.map((one: { id: string }) => one.id))
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
  } while (cursor)
  assert.deepEqual(seen, stored.toSorted().reverse())
})

test('an unknown variable, a blank text and the post of another kind are refused where they stand', async () => {
  const refusedAt = async (body: object) => {
    const { status, body: refusal } = await w.ada.post('/v1/texts', { profileId: w.profileId, name: 'A', ...body })
    assert.equal(status, 400)
    return refusal.errors.map((error: { path: string; message: string }) => error.path)
  }
  assert.deepEqual(await refusedAt({ kind: 'snippet', content: 'From {price}' }), ['/content'])
  assert.deepEqual(await refusedAt({ kind: 'snippet', content: 'x', networkTexts: { mastodon: '{price}' } }), [
    '/networkTexts/mastodon',
  ])
  assert.deepEqual(await refusedAt({ kind: 'snippet', content: ' ' }), ['/content'])
  assert.deepEqual(await refusedAt({ kind: 'template' }), ['/post'])
  assert.deepEqual(await refusedAt({ kind: 'template', content: 'Words.', post: {} }), ['/content'])
  assert.deepEqual(await refusedAt({ kind: 'hashtags', content: '#a', post: {} }), ['/post'])
  assert.deepEqual(await refusedAt({ kind: 'snippet', content: 'x', networks: ['myspace'] }), ['/networks/0'])
})

test('a snippet goes where the cursor is, a signature to the end, and the use is counted', async () => {
  const snippet = await save({ kind: 'snippet', content: 'fresh ' })
  const { post } = await applied(snippet, { content: 'Bread today 🥖!' }, { at: 6 })
  assert.equal(post.content, 'Bread fresh today 🥖!')
  assert.equal((await applied(snippet, { content: '🥖' }, { at: 1 })).post.content, 'fresh 🥖')
  const signature = await save({ kind: 'signature', content: '– Ada' })
  assert.equal((await applied(signature, { content: 'Bread today.\n' })).post.content, 'Bread today.\n\n– Ada')
  assert.equal((await w.ada.get(`/v1/texts/${snippet}`)).body.uses, 2)
})

test('a variable has the value of each account, of the day in the zone, and of the link', async () => {
  const id = await save({ kind: 'snippet', content: '{weekday}, {date}: {account} {link}' })
  const scheduledAt = '2027-01-04T23:30:00Z'
  const { post } = await applied(id, {
    platforms: ['bluesky', { platform: 'mastodon', content: 'Here:' }],
    link: 'https://example.com/bread',
    scheduledAt,
    timezone: 'Europe/Berlin',
    language: 'de',
  })
  const { body: accounts } = await w.person.get(`/v1/platforms/accounts?profileId=${w.profileId}`)
  const handleOf = (network: string) => accounts.find((one: { network: string }) => one.network === network).handle
  const words = (network: string) => `Dienstag, 5. Januar: ${handleOf(network)} https://example.com/bread`
  assert.equal(post.content, words('bluesky'))
  assert.deepEqual(post.platforms, ['bluesky', { platform: 'mastodon', content: `Here: ${words('mastodon')}` }])
})

test('a variable without a value is refused, and nothing is counted', async () => {
  const id = await save({ kind: 'snippet', content: '{date} {link}' })
  const { status, body } = await apply(id, { saveAsDraft: true, platforms: ['bluesky'] })
  assert.equal(status, 400)
  assert.deepEqual(
    body.errors.map(({ path, code, params }: { path: string; code: string; params: { variable: string } }) => [
      path,
      code,
      params.variable,
    ]),
    [
      ['/post/platforms/0', 'variable_empty', 'date'],
      ['/post/platforms/0', 'variable_empty', 'link'],
    ],
  )
  assert.equal((await w.ada.get(`/v1/texts/${id}`)).body.uses, 0)
})

test('a network gets its own text, and one that the text is not for keeps its own', async () => {
  const id = await save({
    kind: 'hashtags',
    content: '#bread',
    networkTexts: { mastodon: '#brot' },
    networks: ['mastodon'],
  })
  const { post } = await applied(id, { content: 'Today.', platforms: ['bluesky', 'mastodon'] })
  assert.equal(post.content, 'Today.\n\n#brot')
  assert.deepEqual(post.platforms, [{ platform: 'bluesky', content: 'Today.' }, 'mastodon'])
})

test('hashtags for which a text has no room are left out from the end, and listed, if the author agrees', async () => {
  const id = await save({ kind: 'hashtags', content: '#one #two #three' })
  const content = 'x'.repeat(300 - '\n\n#one'.length)
  const whole = await applied(id, { content, platforms: ['bluesky'] })
  assert.match(whole.post.content, /#three$/)
  const { post, leftOut } = await applied(id, { content, platforms: ['bluesky'] }, { shorten: true })
  assert.equal(post.content, `${content}\n\n#one`)
  assert.deepEqual(leftOut, [{ platform: 'net-a', hashtags: ['#two', '#three'] }])
  const { body } = await w.ada.post('/v1/posts/validate', post)
  assert.deepEqual(body.errors, [])
})

test('a first comment becomes that of the post', async () => {
  const id = await save({ kind: 'first_comment', content: 'Order here: {link}' })
  const { post } = await applied(id, { content: 'Bread.', link: 'https://example.com/', platforms: ['bluesky'] })
  assert.equal(post.firstComment, 'Order here: https://example.com/')
  assert.equal(post.content, 'Bread.')
})

test('a post becomes a template, which fills in what another post does not have', async () => {
  const made = await w.ada.post('/v1/posts', {
    profileId: w.profileId,
    content: 'Bread on {weekday}.',
    platforms: [
      'bluesky',
      { platform: 'mastodon', content: 'Bread, on {weekday}.', settings: { visibility: 'unlisted' } },
    ],
    tags: ['bread'],
    link: 'https://example.com/bread',
    saveAsDraft: true,
  })
  assert.equal(made.status, 201, made.text)
  const saved = await w.ada.post(`/v1/posts/${made.body.id}/template`, { name: 'Bread' })
  assert.equal(saved.status, 201, saved.text)
  assert.equal(saved.body.kind, 'template')
  const scheduledAt = inTime(t, days(2))
  const { post } = await applied(saved.body.id, { platforms: ['bluesky', 'mastodon'], scheduledAt, timezone: 'UTC' })
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(scheduledAt))
  assert.equal(post.content, `Bread on ${weekday}.`)
  assert.deepEqual(post.tags, ['bread'])
  assert.deepEqual(post.platforms, [
    'bluesky',
    { platform: 'mastodon', content: `Bread, on ${weekday}.`, settings: { visibility: 'unlisted' } },
  ])
  const created = await w.ada.post('/v1/posts', post)
  assert.equal(created.status, 201, created.text)

  const kept = await applied(saved.body.id, { content: 'My own words.', tags: ['mine'], platforms: ['bluesky'] })
  assert.deepEqual([kept.post.content, kept.post.tags], ['My own words.', ['mine']])
})

test('a text of another profile is refused in a post, and a faulty post is refused in its place', async () => {
  const id = await save({ kind: 'snippet', content: 'Words.' })
  const other = await w.person.post('/v1/profiles', { name: 'Another' })
  const foreign = await w.ada.post(`/v1/texts/${id}/apply`, { post: { profileId: other.body.id } })
  assert.deepEqual([foreign.status, foreign.body.errors[0].path], [400, '/post/profileId'])
  const faulty = await apply(id, { platforms: ['myspace'] })
  assert.deepEqual([faulty.status, faulty.body.errors[0].path], [400, '/post/platforms/0'])
})

test('a profile has one text for new posts: a signature that says the same in each post', async () => {
  const { profileId } = await w.ada
    .post('/v1/profiles', { name: 'Signed' })
    .then(({ body }) => ({ profileId: body.id }))
  const create = (body: object) => w.ada.post('/v1/texts', { profileId, name: 'Us', content: '– Harbour', ...body })
  const refusedAt = async (body: object) => {
    const { status, body: refusal } = await create({ auto: 'always', ...body })
    assert.equal(status, 400)
    return refusal.errors.map(({ path }: { path: string }) => path)
  }
  assert.deepEqual(await refusedAt({ kind: 'hashtags' }), ['/auto'])
  assert.deepEqual(await refusedAt({ kind: 'signature', content: '– {account}, {date}' }), ['/auto'])
  assert.deepEqual(await refusedAt({ kind: 'signature', networks: ['mastodon'] }), ['/auto'])
  assert.deepEqual(await refusedAt({ kind: 'signature', networkTexts: { mastodon: '– H' } }), ['/auto'])

  const answers = await Promise.all(
    ['offer', 'always', 'always'].map((auto) => create({ kind: 'signature', auto, name: auto })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  assert.equal(refused?.body.code, 'automatic_text_exists')
  const { body: first } = answers.find(({ status }) => status === 201) ?? assert.fail('none was saved')
  assert.ok(refused?.body.detail.includes(`“${first.name}”`))
  const { body: other } = await create({ kind: 'signature' })
  const list = `/v1/texts?profileId=${profileId}&auto=offer,always`
  const listed = async () => (await w.ada.get(list)).body.texts.map(({ id }: { id: string }) => id)
  assert.deepEqual(await listed(), [first.id])
  assert.equal((await w.ada.patch(`/v1/texts/${other.id}`, { auto: 'offer' })).body.code, 'automatic_text_exists')
  assert.equal((await w.ada.patch(`/v1/texts/${first.id}`, { content: '{link}', auto: 'always' })).status, 400)
  // A text stays for new posts when it changes, and makes room for another.
  assert.equal((await w.ada.patch(`/v1/texts/${first.id}`, { auto: 'always', name: 'Team' })).body.auto, 'always')
  assert.equal((await w.ada.patch(`/v1/texts/${first.id}`, { auto: 'never' })).status, 200)
  assert.equal((await w.ada.patch(`/v1/texts/${other.id}`, { auto: 'always' })).status, 200)
  assert.deepEqual(await listed(), [other.id])
})
