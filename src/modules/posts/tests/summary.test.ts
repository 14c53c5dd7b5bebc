import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import { hours } from '#kernel/clock.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { startApp } from '#test/harness/app.ts'
import { noise } from '#test/world/pictures.ts'
import { connectBoth, inTime } from '#test/world/posts.ts'

test('view=summary returns what a calendar needs, page by page or as a stream, and a thousand posts in 200 KB', async () => {
  await using t = await startApp({ sandbox: true })
  const { ada, profileId, person } = await connectBoth(t)
  const list = async (query: string) => (await ada.get(`/v1/posts?view=summary&${query}`)).body
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
    { ...summary, thumbnail: null },
    {
      id,
      status: 'draft',
      scheduledAt: null,
      publishedAt: null,
      content: long.slice(0, 140),
      platforms: { [platformIdOf('bluesky')]: 'pending', mastodon: 'pending' },
      thumbnail: null,
      etag: whole.headers.etag,
    },
  )
  const shown = await ada.get(new URL(summary.thumbnail).pathname)
  assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])

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
  const sent = await countSentBytes(`${t.url}/v1/posts?view=summary`, person.token)
  assert.ok((sent / 201) * 1_000 < 200_000, `${sent} bytes`)
})

/** Returns the number of bytes of a response as sent to a browser. */
async function countSentBytes(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const { body } = await request(url, { headers })
  return (await body.arrayBuffer()).byteLength
}
