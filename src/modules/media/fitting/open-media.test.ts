import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { createMediaWorker } from '#infra/media-worker/index.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { fetchBytes, filesOf, serveWith, uploaded } from '#test/world/media.ts'
import { fixture, noise, openPictures, standIn } from '#test/world/pictures.ts'
import { fitMedia, mediaFor } from '../index.ts'

let t: TestApp
before(async () => {
  t = await startApp({ seeded: true })
})
after(() => t[Symbol.asyncDispose]())

test('the poster of a video has its own URL and is deleted with the video', async () => {
  await using pictures = await openPictures()
  const poster = await noise(64, 48).jpeg().toBuffer()
  const path = await pictures.put('poster.jpg', poster)
  const ffmpeg = await standIn(pictures, 'good', `fs.copyFileSync(${JSON.stringify(path)}, out)`)
  const mediaWorker = createMediaWorker({ log: t.deps.log, ffmpeg })
  await using served = await serveWith(t, { mediaWorker })
  const ada = await t.as('ada')
  const body = await uploaded(served, ada, { file: await fixture('plain.mp4'), fileName: 'waves.mp4' })
  await mediaWorker.close()
  assert.match(body.preview, /^data:image\/webp;base64,/)
  const got = await fetchBytes(t, body.posterUrl)
  assert.deepEqual([got.status, got.headers['content-type']], [200, 'image/jpeg'])
  assert.match(got.headers['content-disposition'] ?? '', /filename="waves\.jpg"/)
  assert.deepEqual(got.bytes, poster)
  await ada.delete(`/v1/media/${body.id}`)
  await t.settle()
  assert.deepEqual(await filesOf(t), [])
  assert.equal((await fetchBytes(t, body.posterUrl)).status, 404)
})

test('an image is fitted to a rule, refused with the reason, or passed unchanged; the original stays', async () => {
  const { caller } = t.seeded.people.ada
  const file = await noise(400, 200).png().toBuffer()
  const { id, url } = await uploaded(t, await t.as('ada'), { file })
  const media = await mediaFor(t.db, caller, fromWire('media', id)!, 'write')
  const before = await filesOf(t)
  assert.equal((await fitMedia(t.deps, media, { maxWidth: 400 })).outcome, 'as-is')
  const cannot = await fitMedia(t.deps, media, { aspect: { min: 0.8, max: 1.5 } })
  assert.ok(cannot.outcome === 'cannot' && cannot.rule === 'aspect')
  const fitted = await fitMedia(t.deps, media, { maxWidth: 100, formats: ['image/jpeg'] })
  assert.ok(fitted.outcome === 'fitted')
  const { width, height, format } = await sharp(fitted.bytes).metadata()
  assert.deepEqual([width, height, format], [100, 50, 'jpeg'])
  assert.deepEqual(await filesOf(t), before)
  assert.deepEqual((await fetchBytes(t, url)).bytes, file)
})
