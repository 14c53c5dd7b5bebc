import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { connectHeadless } from '#test/world/oauth.ts'
import { tinyGif } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true, settings: { PUBLIC_URL: 'http://127.0.0.1:4000' } })
  await t.as('root')
  w = await connectBoth(t)
  for (const network of ['x', 'linkedin']) {
    const { status, text } = await connectHeadless(t, w.person, network, w.profileId, { login: 'alice' })
    assert.equal(status, 200, text)
  }
  const [page] = (await w.person.get(`/v1/platforms/linkedin/pages?profileId=${w.profileId}`)).body.pages
  const body = { profileId: w.profileId, pageId: page.id }
  assert.equal((await w.person.post('/v1/platforms/linkedin/connect-page', body)).status, 201)
})
after(() => t[Symbol.asyncDispose]())

test('validation rejects an uploaded GIF with more frames than X or LinkedIn allows', async () => {
  const errors = async (platform: string, frames: number) => {
    const file = { file: tinyGif(frames), fileName: 'a.gif', contentType: 'image/gif' }
    const { storagePath } = (await w.ada.upload('/v1/media/upload', file)).body
    const media = [{ storagePath, altText: 'Waves' }]
    const post = { profileId: w.profileId, content: 'Look', platforms: [platform], media }
    const { body, status, text } = await w.ada.post('/v1/posts/validate', post)
    assert.equal(status, 200, text)
    return body.errors.map(({ code, message }: { code: string; message: string }) => `${code}: ${message}`)
  }
  assert.deepEqual(await errors('x', 350), [])
  assert.deepEqual(await errors('x', 351), ['video_too_many_frames: The animation has 351 frames. X allows 350.'])
  assert.deepEqual(await errors('linkedin', 250), [])
  assert.deepEqual(await errors('linkedin', 251), [
    'image_cannot_be_fitted: The image has 251 frames. The limit is 250. Use one of at most 250 frames.',
  ])
})
