import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gif, mp4, png, startMastodon } from './kit.ts'

const hourMs = 3_600_000

test('a key returns the same status for an hour, whatever the text, and creates a new one after that', async () => {
  await using on = await startMastodon()
  const first = await on.post('alice', { status: 'first' }, 'k')
  const again = await on.post('alice', { status: 'other text' }, 'k')
  const both = await Promise.all([1, 2, 3].map(() => on.post('alice', { status: 'parallel' }, 'p')))
  assert.equal(again.body.id, first.body.id)
  assert.equal(new Set(both.map(({ body }) => body.id)).size, 1)
  assert.notEqual((await on.post('bob', { status: 'his own' }, 'k')).body.id, first.body.id)
  on.later(hourMs - 1)
  assert.equal((await on.post('alice', { status: 'first' }, 'k')).body.id, first.body.id)
  on.later(1)
  assert.notEqual((await on.post('alice', { status: 'first' }, 'k')).body.id, first.body.id)
  assert.equal(on.seen('alice').length, 3)
})

test('a rejection does not use up a key', async () => {
  await using on = await startMastodon()
  assert.equal((await on.post('alice', { status: '' }, 'k')).status, 422)
  assert.equal((await on.post('alice', { status: 'now with words' }, 'k')).status, 200)
})

test('500 characters by Mastodon’s count are accepted: a link counts as 23, a remote mention only as its username', async () => {
  await using on = await startMastodon()
  const link = `https://example.com/${'x'.repeat(400)}`
  const texts = ['👩‍👩‍👧‍👦'.repeat(500), `${'x'.repeat(476)} ${link}`, `${'x'.repeat(495)} @bob@far.example.com`]
  for (const status of texts) assert.equal((await on.post('alice', { status })).status, 200, status)
  for (const status of texts) assert.equal((await on.post('alice', { status: `${status}!` })).status, 422, status)
  assert.deepEqual(
    on.seen('alice').map(({ text }) => text),
    texts,
  )
})

test('a status is returned as HTML with the same text, escaped', async () => {
  await using on = await startMastodon()
  const status = 'Hi @bob & <b>all</b>, see https://example.com/a/rather/long/path/to/cut?x=1&y=2. #Posthorn\n\nBye'
  const { body } = await on.post('alice', { status })
  assert.ok(!body.content.includes('<b>'))
  assert.match(body.content, /href="https:\/\/example.com\/a\/rather\/long\/path\/to\/cut\?x=1&amp;y=2"/)
  const read = body.content.replace('</p><p>', '\n\n').replace(/<[^>]+>/g, '')
  assert.equal(read.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'), status)
  assert.equal(body.mentions[0].username, 'bob')
  assert.equal(body.tags[0].name, 'posthorn')
  assert.equal(body.card, null)
  on.later(10_000)
  const after = await on.call('GET', `/api/v1/statuses/${body.id}`)
  assert.match(after.body.card.url, /cut\?x=1&y=2$/)
})

test('files keep their order and alt text, and their type is detected from their bytes', async () => {
  await using on = await startMastodon()
  const one = await on.upload('alice', png(20, 10), { description: 'one', focus: '0.5,-1' })
  const two = await on.upload('alice', png(10, 10))
  const video = await on.upload('alice', mp4(640, 360))
  const moving = await on.upload('alice', gif(100, 100, 2))
  const still = await on.upload('alice', gif(100, 100, 1))
  assert.deepEqual(
    [one, two, video, moving, still].map(({ status, body }) => [status, body.type, body.url !== null]),
    [
      [200, 'image', true],
      [200, 'image', true],
      [202, 'video', false],
      [202, 'gifv', false],
      [200, 'image', true],
    ],
  )
  assert.deepEqual(one.body.meta.focus, { x: 0.5, y: -1 })
  await on.call('PUT', `/api/v1/media/${two.body.id}`, { as: 'alice', json: { description: 'two' } })
  const ids = [two.body.id, one.body.id]
  const { body } = await on.call('POST', '/api/v1/statuses', { as: 'alice', json: { status: '', media_ids: ids } })
  assert.deepEqual(
    body.media_attachments.map((shown: { description: string }) => shown.description),
    ['two', 'one'],
  )
  const [entry] = on.seen('alice')
  assert.deepEqual(
    entry?.media.map(({ alt, kind, mime, bytes }) => [alt, kind, mime, bytes]),
    [
      ['two', 'image', 'image/png', 64],
      ['one', 'image', 'image/png', 64],
    ],
  )
  const shown = await fetch(body.media_attachments[0].url)
  assert.equal(shown.headers.get('content-type'), 'image/png')
})

test('the parts of a thread are linked, and private statuses are visible only to their author', async () => {
  await using on = await startMastodon()
  const root = (await on.post('alice', { status: 'root' })).body.id
  const next = (await on.post('alice', { status: 'next', in_reply_to_id: root, visibility: 'unlisted' })).body.id
  const last = (await on.post('bob', { status: 'last', in_reply_to_id: next })).body.id
  await on.post('alice', { status: 'secret', in_reply_to_id: root, visibility: 'private' })
  const around = async (id: string, as?: string) => {
    const { body } = await on.call('GET', `/api/v1/statuses/${id}/context`, as === undefined ? {} : { as })
    const texts = (all: { content: string }[]) => all.map(({ content }) => content.replace(/<[^>]+>/g, ''))
    return [texts(body.ancestors), texts(body.descendants)]
  }
  assert.deepEqual(await around(next), [['root'], ['last']])
  assert.deepEqual(await around(last), [['root', 'next'], []])
  assert.deepEqual(await around(root, 'alice'), [[], ['next', 'last', 'secret']])
  assert.deepEqual(
    on.seen('alice').map(({ kind, replyTo }) => [kind, replyTo]),
    [
      ['post', null],
      ['reply', root],
      ['reply', root],
    ],
  )
})

test('edits and deletions are visible, and a deleted status releases its files', async () => {
  await using on = await startMastodon()
  const file = (await on.upload('alice', png(10, 10))).body.id
  const { body } = await on.post('alice', { status: 'before', 'media_ids[]': file, spoiler_text: 'careful' })
  assert.equal(body.sensitive, true)
  const form = [
    ['status', 'after'],
    ['media_ids[]', file],
    ['media_attributes[][id]', file],
    ['media_attributes[][description]', 'new words'],
  ] as const
  const edited = await on.call('PUT', `/api/v1/statuses/${body.id}`, { as: 'alice', form })
  assert.equal(edited.body.media_attachments[0].description, 'new words')
  assert.notEqual(edited.body.edited_at, null)
  const source = await on.call('GET', `/api/v1/statuses/${body.id}/source`, { as: 'alice' })
  assert.deepEqual(source.body, { id: body.id, text: 'after', spoiler_text: '' })
  const deleted = await on.call('DELETE', `/api/v1/statuses/${body.id}`, { as: 'alice' })
  assert.equal(deleted.body.text, 'after')
  const list = await on.call('GET', `/api/v1/accounts/${body.account.id}/statuses`, { as: 'alice' })
  assert.deepEqual(list.body, [])
  assert.equal((await on.call('GET', `/api/v1/media/${file}`, { as: 'alice' })).status, 200)
  assert.deepEqual(
    on.seen('alice').map(({ kind, text }) => `${kind} ${text}`),
    ['post before', 'edit after', 'delete after'],
  )
})

test('a scheduled status appears at its time, and not before', async () => {
  await using on = await startMastodon()
  const scheduled_at = new Date(on.sandbox.clock.ms() + hourMs).toISOString()
  const { body } = await on.post('alice', { status: 'later', scheduled_at }, 'k')
  assert.deepEqual([body.scheduled_at, body.params.text, body.params.idempotency], [scheduled_at, 'later', 'k'])
  const cancelled = await on.post('alice', { status: 'never', scheduled_at })
  await on.call('DELETE', `/api/v1/scheduled_statuses/${cancelled.body.id}`, { as: 'alice' })
  const list = await on.call('GET', '/api/v1/scheduled_statuses', { as: 'alice' })
  assert.deepEqual(
    list.body.map(({ id }: { id: string }) => id),
    [body.id],
  )
  on.later(hourMs - 1)
  assert.equal(on.seen('alice').length, 0)
  on.later(1)
  assert.deepEqual(
    on.seen('alice').map(({ text, key }) => [text, key]),
    [['later', 'k']],
  )
})

test('statuses can be paged forward and backward, or from a point in time', async () => {
  await using on = await startMastodon()
  const me = (await on.call('GET', '/api/v1/accounts/verify_credentials', { as: 'alice' })).body.id
  for (let count = 1; count <= 5; count += 1) {
    on.later(1_000)
    await on.post('alice', { status: `${count}` })
  }
  const list = async (query: string) => {
    const path = query.startsWith('http') ? query.slice(on.base.length) : `/api/v1/accounts/${me}/statuses?${query}`
    const { body, headers } = await on.call('GET', path)
    const texts = body.map(({ content }: { content: string }) => content.replace(/<[^>]+>/g, '')).join('')
    return { texts, link: headers.get('link') ?? '', ids: body.map(({ id }: { id: string }) => id) }
  }
  const first = await list('limit=2')
  assert.equal(first.texts, '54')
  const next = /<([^>]+)>; rel="next"/.exec(first.link)?.[1] ?? ''
  const second = await list(next)
  assert.equal(second.texts, '32')
  const back = /<([^>]+)>; rel="prev"/.exec(second.link)?.[1] ?? ''
  assert.equal((await list(back)).texts, '54')
  assert.equal((await list(`since_id=${second.ids[1]}&limit=2`)).texts, '54')
  assert.equal((await list(`min_id=${second.ids[1]}&limit=2`)).texts, '43')
  const since = BigInt(on.sandbox.clock.ms() - 1_500) << 16n
  assert.equal((await list(`min_id=${since}`)).texts, '54')
})

test('counts grow with the clock, never decrease, and are the same in every run', async () => {
  const run = async () => {
    await using on = await startMastodon()
    const { body } = await on.post('alice', { status: 'liked' })
    const counts: number[] = []
    for (let day = 0; day < 4; day += 1) {
      counts.push((await on.call('GET', `/api/v1/statuses/${body.id}`)).body.favourites_count)
      on.later(24 * hourMs)
    }
    return counts
  }
  const counts = await run()
  assert.equal(counts[0], 0)
  assert.ok((counts[3] ?? 0) > 0)
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  )
  assert.deepEqual(await run(), counts)
})

test('the server enforces the limits that it reports', async () => {
  await using on = await startMastodon()
  await on.settings({ max_characters: 5_000, max_media_attachments: 1, version: '4.4.1+glitch' })
  const { body } = await on.call('GET', '/api/v2/instance')
  assert.deepEqual(
    [body.version, body.configuration.statuses.max_characters, body.configuration.statuses.max_media_attachments],
    ['4.4.1+glitch', 5_000, 1],
  )
  assert.equal((await on.post('alice', { status: 'x'.repeat(5_000) })).status, 200)
  assert.equal((await on.post('alice', { status: 'x'.repeat(5_001) })).status, 422)
  const wrong = await on.call('POST', '/control/settings', {
    json: { network: 'mastodon', settings: { max_characters: 'many' } },
  })
  assert.deepEqual([wrong.status, wrong.body.error.message], [400, '"max_characters" must be a number.'])
})

test('the feed shows the posts, escaped, and permalinks lead to them', async () => {
  await using on = await startMastodon()
  const { body } = await on.post('user-17', { status: 'see <script> & https://example.com' })
  const link = await fetch(body.url, { redirect: 'manual' })
  const page = await (await fetch(link.headers.get('location') ?? '')).text()
  assert.match(page, /User 17.*see &lt;script&gt; &amp; <a href="https:\/\/example.com"/s)
})
