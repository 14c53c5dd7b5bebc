import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { createMediaWorker } from '#infra/media-worker/index.ts'
import { fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { fetchBytes, serveWith, uploaded } from '#test/world/media.ts'
import { fixture, moving, noise, openPictures, standIn } from '#test/world/pictures.ts'
import { makeThumbnailUrl } from '../index.ts'

const urlOf = (t: TestApp, id: string) =>
  makeThumbnailUrl(t.deps, { id: fromWire('media', id) ?? assert.fail('an ID of a file') })

const countStored = async (t: TestApp): Promise<number> =>
  (await t.db.selectFrom('mediaThumbnail').select('mediaThumbnail.fileKey').execute()).length

test('an image has a thumbnail, which is made once and deleted with the file', async () => {
  await using t = await startApp({ seeded: true })
  const ada = await t.as('ada')
  const files = [
    { file: await noise(800, 600).png().toBuffer(), fileName: 'harbour.png' },
    { file: await moving(400, 300, 3).gif().toBuffer(), fileName: 'waves.gif' },
  ]
  for (const file of files) {
    const { id } = await uploaded(t, ada, file)
    for (const _ of ['first', 'again']) {
      const { status, headers, bytes } = await fetchBytes(t, urlOf(t, id))
      assert.deepEqual([status, headers['content-type']], [200, 'image/webp'])
      const { width, height, pages } = await sharp(bytes).metadata()
      assert.deepEqual([width, height, pages ?? 1], [192, 144, 1])
      assert.equal(await countStored(t), 1)
    }
    await ada.delete(`/v1/media/${id}`)
    await t.settle()
    assert.equal(await countStored(t), 0)
    assert.equal((await fetchBytes(t, urlOf(t, id))).status, 404)
  }
})

test('the thumbnail of a video is its poster, and one without a poster has none', async () => {
  await using t = await startApp({ seeded: true })
  await using pictures = await openPictures()
  const path = await pictures.put('poster.jpg', await noise(640, 480).jpeg().toBuffer())
  const ffmpeg = await standIn(pictures, 'good', `fs.copyFileSync(${JSON.stringify(path)}, out)`)
  const mediaWorker = createMediaWorker({ log: t.deps.log, ffmpeg })
  await using served = await serveWith(t, { mediaWorker })
  const ada = await t.as('ada')
  const video = await uploaded(served, ada, { file: await fixture('plain.mp4'), fileName: 'waves.mp4' })
  await mediaWorker.close()
  const { status, bytes } = await fetchBytes(t, urlOf(t, video.id))
  assert.equal(status, 200)
  const { format, width, height } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height], ['webp', 192, 144])
  const withoutPoster = createMediaWorker({ log: t.deps.log, ffmpeg: null })
  await using plain = await serveWith(t, { mediaWorker: withoutPoster })
  const other = await uploaded(plain, ada, { file: await fixture('plain.mov'), fileName: 'tide.mov' })
  await withoutPoster.close()
  assert.equal((await fetchBytes(t, urlOf(t, other.id))).status, 404)
})
