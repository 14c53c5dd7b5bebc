import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { createLog } from '#infra/log/log.ts'
import { animatedPng, claiming, moving, noise, openPictures, plain, pngChunk, tinyGif } from '#test/world/pictures.ts'
import type { Examined, ImageFacts } from '../contract.ts'
import { createMediaWorker } from '../media-worker.ts'

const pictures = await openPictures()
const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }) })
after(async () => {
  await mediaWorker.close()
  await pictures[Symbol.asyncDispose]()
})

let count = 0
const examine = async (bytes: Buffer): Promise<Examined> =>
  mediaWorker.examine(await pictures.put(`picture-${++count}`, bytes))

function factsOf(examined: Examined): ImageFacts {
  assert.ok(examined.outcome === 'good' && examined.facts.kind === 'image', JSON.stringify(examined))
  return examined.facts
}

function codeOf(examined: Examined): string {
  assert.ok(examined.outcome === 'bad', `accepted: ${JSON.stringify(examined)}`)
  assert.match(examined.detail, /^[A-Z].*\.$/s)
  return examined.code
}

test('a valid image of each format yields its properties and a preview of less than 600 bytes', async () => {
  const files = {
    'image/jpeg': await noise(60, 40).jpeg().toBuffer(),
    'image/png': await noise(60, 40, 4).png().toBuffer(),
    'image/webp': await noise(60, 40, 4).webp().toBuffer(),
    'image/gif': await noise(60, 40).gif().toBuffer(),
  }
  for (const [type, bytes] of Object.entries(files)) {
    const facts = factsOf(await examine(bytes))
    assert.equal(facts.contentType, type)
    assert.deepEqual(
      [facts.width, facts.height, facts.frames, facts.animated, facts.orientation],
      [60, 40, 1, false, 1],
    )
    if (type !== 'image/gif') assert.equal(facts.hasAlpha, type !== 'image/jpeg')
    assert.ok(facts.preview.length < 600, `${type}: ${facts.preview.length}`)
    const preview = await sharp(Buffer.from(facts.preview.split(',')[1] ?? '', 'base64')).metadata()
    assert.ok(preview.format === 'webp' && preview.width <= 16 && preview.height <= 16)
  }
})

test('animations yield their number of frames: GIF, WebP and PNG', async () => {
  const stills = await Promise.all(
    [1, 2, 3].map((seed) =>
      noise(20, 10)
        .modulate({ hue: seed * 90 })
        .png()
        .toBuffer(),
    ),
  )
  for (const bytes of [
    await moving(20, 10, 3).gif().toBuffer(),
    await moving(20, 10, 3).webp().toBuffer(),
    animatedPng(stills),
  ]) {
    const facts = factsOf(await examine(bytes))
    assert.deepEqual([facts.width, facts.height, facts.frames, facts.animated], [20, 10, 3, true], facts.contentType)
  }
})

test('a truncated file is refused, in every format and at any point', async () => {
  const files = [
    await noise(60, 40).jpeg().toBuffer(),
    await noise(60, 40).jpeg({ progressive: true }).toBuffer(),
    await noise(60, 40).png().toBuffer(),
    await noise(60, 40).webp().toBuffer(),
    await noise(60, 40).gif().toBuffer(),
    await moving(30, 20, 3).webp().toBuffer(),
  ]
  for (const bytes of files) {
    for (const share of [0.3, 0.6, 0.9]) {
      assert.equal(codeOf(await examine(bytes.subarray(0, Math.floor(bytes.length * share)))), 'media_unreadable')
    }
    assert.equal(codeOf(await examine(bytes.subarray(0, bytes.length - 2))), 'media_unreadable')
  }
})

test('a truncated file with an appended end is refused: its pixels are missing', async () => {
  const jpeg = await noise(60, 40).jpeg().toBuffer()
  const png = await noise(60, 40).png().toBuffer()
  const end = pngChunk('IEND', Buffer.alloc(0))
  const half = png.indexOf('IDAT') - 4
  const data = png.subarray(half + 8, half + 8 + Math.floor(png.readUInt32BE(half) / 2))
  assert.equal(
    codeOf(await examine(Buffer.concat([jpeg.subarray(0, 1500), Buffer.from('ffd9', 'hex')]))),
    'media_unreadable',
  )
  assert.equal(
    codeOf(await examine(Buffer.concat([png.subarray(0, half), pngChunk('IDAT', data), end]))),
    'media_unreadable',
  )
  const frames = [await noise(20, 10).png().toBuffer(), await plain(20, 10).png().toBuffer()]
  const animated = animatedPng(frames)
  const last = animated.indexOf('fdAT')
  const cut = pngChunk('fdAT', animated.subarray(last + 4, last + 14))
  assert.equal(codeOf(await examine(Buffer.concat([animated.subarray(0, last - 4), cut, end]))), 'media_unreadable')
})

test('a JPEG with padding between its segments, as phones write it, is accepted', async () => {
  const jpeg = await noise(60, 40).jpeg().toBuffer()
  const scan = jpeg.indexOf(Buffer.from('ffda', 'hex'))
  for (const padding of ['ffffff', '000000']) {
    const padded = Buffer.concat([jpeg.subarray(0, scan), Buffer.from(padding, 'hex'), jpeg.subarray(scan)])
    assert.equal(factsOf(await examine(padded)).width, 60)
  }
})

test('false sizes in a header are refused before anything is decoded', async () => {
  const pixel = await plain(1, 1).png().toBuffer()
  assert.equal(codeOf(await examine(claiming(pixel, 65_535, 65_535))), 'media_too_complex')
  assert.equal(codeOf(await examine(claiming(pixel, 30_001, 1))), 'media_too_complex')
  assert.equal(codeOf(await examine(claiming(pixel, 8_001, 8_000))), 'media_too_complex')
  assert.equal(codeOf(await examine(claiming(pixel, 2, 1_000))), 'media_unreadable')
})

test('1,000 frames are accepted, 1,001 are not', async () => {
  assert.equal(factsOf(await examine(tinyGif(1_000))).frames, 1_000)
  assert.equal(codeOf(await examine(tinyGif(1_001))), 'media_too_complex')
})

test('the examination removes an image’s location and keeps its orientation', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await noise(60, 40)
      .withExif({
        IFD0: { Copyright: 'MarkerOwner' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer()
    assert.ok(bytes.includes('MarkerOwner') && (await gpsOf(bytes)), `${format}: nothing to remove`)
    const path = await pictures.put(`placed.${format}`, Buffer.concat([bytes, Buffer.from('MarkerTail')]))
    const examined = await mediaWorker.examine(path)
    assert.deepEqual([factsOf(examined).width, factsOf(examined).height, factsOf(examined).orientation], [40, 60, 6])
    const stripped = await readFile(path)
    assert.ok(!stripped.includes('Marker') && !(await gpsOf(stripped)), format)
    assert.equal((await sharp(stripped).metadata()).orientation, 6)
    assert.deepEqual(await sharp(stripped).raw().toBuffer(), await sharp(bytes).raw().toBuffer())
    assert.equal((await mediaWorker.examine(path)).outcome, 'good', format)
    assert.ok((await readFile(path)).equals(stripped), format)
  }
})

/** True if the EXIF block points to a table of GPS positions. */
async function gpsOf(bytes: Buffer): Promise<boolean> {
  const { exif = Buffer.alloc(0) } = await sharp(bytes).metadata()
  return exif.includes(Buffer.from('2588', 'hex')) || exif.includes(Buffer.from('8825', 'hex'))
}

test('a file’s type comes from its bytes: an SVG, text or an empty file is refused', async () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'hello', '']) {
    assert.equal(codeOf(await examine(Buffer.from(text))), 'media_type_not_allowed')
  }
  const webpHead = Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), await plain(9, 9).png().toBuffer()])
  assert.equal(codeOf(await examine(webpHead)), 'media_unreadable')
})
