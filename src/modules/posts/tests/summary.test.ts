import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { hours } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp } from '#test/harness/app.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

test('summaries contain what a calendar needs, in pages or as a stream, with a thousand posts in 200 KB', async () => {
  await using t = await startApp({ sandbox: true })
  const { ada, profileId, person } = await connectBoth(t)
  const list = async (query: string) => (await ada.get(`/v1/posts/summaries?${query}`)).body
  const file = await noise(20, 20).png().toBuffer()
  const picture = (await ada.upload('/v1/media/upload', { file, fileName: 'a.png' })).body.storagePath
  const long = `${'Opening hours of the harbour café this week, and what is on the menu. '.repeat(4)}`
  const id = (
    await ada.post('/v1/posts', {
      profileId,
      saveAsDraft: true,
      content: long,
      platforms: ['bluesky', 'mastodon'],
      media: [{ storagePath: picture }],
    })
  ).body.id
  const [summary] = (await list('limit=1')).posts
  const whole = await ada.get(`/v1/posts/${id}`)
  assert.deepEqual(
    { ...summary, thumbnail: null, thumbnailUrl: null },
    {
      id,
      profileId,
      status: 'draft',
      scheduledAt: null,
      publishedAt: null,
      content: long.slice(0, 140),
      statusByPlatform: { [platformIdOf('bluesky')]: 'pending', mastodon: 'pending' },
      laterByPlatform: {},
      thumbnail: null,
      thumbnailUrl: null,
      mediaCount: 1,
      needsApproval: false,
      approvalStep: null,
      author: { uid: whole.body.authorUid, name: (await person.get('/v1/auth/me')).body.name },
      etag: whole.headers.etag,
    },
  )
  const shown = await ada.get(new URL(summary.thumbnail).pathname)
  assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
  const small = await ada.get(new URL(summary.thumbnailUrl).pathname)
  assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/webp'])
  const [listed] = (await ada.get('/v1/posts?limit=1')).body.posts
  assert.deepEqual([listed.thumbnailUrl, listed.mediaCount], [summary.thumbnailUrl, 1])

  const posts = Array.from({ length: 50 }, (_, n) => ({
    profileId,
    content: `${n} ${long}`,
    scheduledAt: inTime(t, hours(n + 1)),
    platforms: ['bluesky'],
  }))
  for (let n = 0; n < 4; n++) assert.equal((await ada.post('/v1/posts/bulk', { posts })).status, 201)
  const all = (await list('')).posts
  assert.equal(all.length, 201)
  const first = await list('limit=100&sort=scheduledAt')
  const second = await list(`limit=100&sort=scheduledAt&cursor=${first.nextCursor}`)
  assert.deepEqual(
    [first.posts.length, second.posts.length, second.posts.at(-1).content.slice(0, 3)],
    [100, 100, '49 '],
  )
  const sent = await countSentBytes(`${t.url}/v1/posts/summaries`, person.token)
  assert.ok((sent / 201) * 1_000 < 200_000, `${sent} bytes`)
})

test('view=summary works as before, with a date of its end also in refusals, and typed clients cannot request it', async () => {
  await using t = await startApp({ sandbox: true })
  const { ada, profileId } = await connectBoth(t)
  const post = { profileId, saveAsDraft: true, content: 'The harbour café is open.', platforms: ['mastodon'] }
  for (const content of ['Closed today.', post.content]) await ada.post('/v1/posts', { ...post, content })
  const earlier = await ada.get('/v1/posts?view=summary&limit=1')
  assert.match(earlier.headers['content-type'] ?? '', /^application\/json; *profile="?summary/)
  const [{ statusByPlatform, ...summary }] = (await ada.get('/v1/posts/summaries?limit=1')).body.posts
  const later = [
    'profileId',
    'author',
    'thumbnailUrl',
    'mediaCount',
    'laterByPlatform',
    'needsApproval',
    'approvalStep',
  ]
  const rest = Object.fromEntries(Object.entries(summary).filter(([field]) => !later.includes(field)))
  assert.deepEqual(earlier.body.posts, [{ ...rest, platforms: statusByPlatform }])
  const refused = await ada.get('/v1/posts?view=summary&cursor=post_nothing')
  assert.deepEqual([refused.status, refused.body.code], [400, 'cursor_invalid'])
  for (const { headers } of [earlier, refused]) {
    const since = Number(headers.deprecation?.slice(1)) * 1_000
    assert.ok(
      Date.parse(headers.sunset ?? '') - since >= 365 * 24 * 3_600_000,
      `${headers.deprecation} ${headers.sunset}`,
    )
    assert.match(headers.link ?? '', /guides\/posting#summaries/)
  }
  for (const path of ['/v1/posts?limit=1', '/v1/posts?view=full', '/v1/posts/summaries'])
    assert.equal((await ada.get(path)).headers.deprecation, undefined, path)

  const { parameters, responses } = (await t.anyone.get('/openapi.json')).body.paths['/v1/posts'].get
  const { deprecated, schema } = parameters.find(({ name }: { name: string }) => name === 'view')
  assert.deepEqual([deprecated, schema.enum], [true, ['full']])
  assert.deepEqual(responses['200'].content['application/json'].schema, { $ref: '#/components/schemas/PostPage' })
  assert.ok(responses['200'].headers.Sunset)
})

/** Returns the number of bytes of a response as sent to a browser. */
async function countSentBytes(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const { body } = await request(url, { headers })
  return (await body.arrayBuffer()).byteLength
}
