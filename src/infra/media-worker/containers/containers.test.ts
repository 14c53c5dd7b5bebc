import assert from 'node:assert/strict'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import sharp from 'sharp'
import { box, flatPng, gif, gifPicture, pngChunk, withJpegSegments, withPngChunks } from '#test/hostile/pieces.ts'
import { seeded } from '#test/hostile/random.ts'
import { marker, position, type Sample, samples } from '#test/hostile/samples.ts'
import { type Container, Damaged, type Edit, type Source } from '../contract.ts'
import { readAvi } from './avi.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readMp4 } from './mp4.ts'
import { readPng } from './png.ts'
import { exactly, sourceOf } from './source.ts'
import { readWebm } from './webm.ts'
import { readWebp } from './webp.ts'

const readers: Readonly<Record<Sample['contentType'], (source: Source) => Promise<Container>>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'video/mp4': readMp4,
  'video/quicktime': readMp4,
  'video/webm': readWebm,
  'video/x-msvideo': readAvi,
}
const all = await samples()
const sampleOf = (name: string): Sample => all.find((sample) => sample.name === name)!

const inMemory = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
})

const read = (contentType: Sample['contentType'], bytes: Buffer) => readers[contentType](inMemory(bytes))

function applied(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (const edit of edits) {
    assert.ok(edit.start >= at && edit.end >= edit.start && edit.end <= bytes.length, 'edits are sorted and disjoint')
    parts.push(bytes.subarray(at, edit.start), edit.bytes)
    at = edit.end
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

const cleaned = async ({ contentType, bytes }: Pick<Sample, 'contentType' | 'bytes'>): Promise<Buffer> =>
  applied(bytes, (await read(contentType, bytes)).edits)

for (const sample of all) {
  const { name, contentType, bytes } = sample

  test(`${name}: no metadata remains, and a second pass finds none`, async () => {
    const clean = await cleaned(sample)
    assert.ok(bytes.includes(marker) || bytes.includes(position))
    assert.ok(!clean.includes(marker) && !clean.includes(position))
    assert.deepEqual((await read(contentType, clean)).edits, [])
    if (contentType.startsWith('video/')) assert.equal(clean.length, bytes.length)
  })

  test(`${name}: cut off anywhere, it counts as damaged`, async () => {
    const whole = contentType.startsWith('video/') ? bytes : bytes.subarray(0, -`trailing ${marker}`.length)
    // A stream without lengths may end after any block, and boxes after the video are not part of it.
    const mayEndEarly = name === 'film-live-webm' || name === 'film-mp4-with-boxes' || name === 'film-in-fragments-mp4'
    const step = Math.max(1, Math.floor(whole.length / 150))
    for (let length = 0; length < whole.length; length += step) {
      const reading = read(contentType, whole.subarray(0, length))
      if (mayEndEarly) await reading.catch((error) => assert.ok(error instanceof Damaged, String(error)))
      else await assert.rejects(reading, Damaged, `${length} of ${whole.length} bytes`)
    }
  })

  test(`${name}: with changed bytes, it is parsed or counts as damaged, and its edits are valid`, async () => {
    const random = seeded(7)
    for (let round = 0; round < 100; round += 1) {
      const changed = Buffer.from(bytes)
      // Most bytes that control a parser are at the beginning.
      const within = round % 2 === 0 ? Math.min(bytes.length, 600) : bytes.length
      for (let n = 0; n <= round % 4; n += 1) changed[random(within)] = [0, 0xff, 0x80, random(256)][random(4)]!
      const reading = await read(contentType, changed).catch((error) => {
        assert.ok(error instanceof Damaged, String(error?.stack))
        return null
      })
      if (!reading) continue
      const once = applied(changed, reading.edits)
      const again = await read(contentType, once)
      assert.deepEqual(again.edits, [], `round ${round}`)
    }
  })

  if (contentType.startsWith('image/')) {
    test(`${name}: pixels, color, frames and orientation stay`, async () => {
      const clean = await cleaned(sample)
      const seen = async (file: Buffer) => {
        const { orientation, pages, delay, loop, icc, hasAlpha } = await sharp(file, { animated: true }).metadata()
        const raw = await sharp(file, { animated: true }).raw().toBuffer()
        return { orientation: orientation ?? 1, pages, delay, loop, icc, hasAlpha, raw }
      }
      const after = await seen(clean)
      assert.deepEqual(after, await seen(bytes))
      assert.equal(after.orientation, sample.orientation)
    })
  }
}

test('a video that refers to another file is damaged', async () => {
  const { bytes } = sampleOf('film-mp4')
  const away = Buffer.from(bytes)
  away[away.indexOf('url ') + 7] = 0
  await assert.rejects(read('video/mp4', away), /refers to another file or URL/)
})

test('an encrypted video is damaged', async () => {
  const { bytes } = sampleOf('film-mp4')
  const locked = Buffer.from(bytes)
  locked.write('encv', locked.indexOf('avc1', locked.indexOf('stsd')))
  await assert.rejects(read('video/mp4', locked), /encrypted/)
})

test('a location track is removed with its samples, and nothing else of the video', async () => {
  const { bytes } = sampleOf('film-mp4')
  const located = Buffer.from(bytes)
  // Declares the audio track as a data track: its samples represent a camera's locations.
  located.write('meta', located.indexOf('soun'))
  const clean = await cleaned({ contentType: 'video/mp4', bytes: located })
  assert.equal(clean.includes('mp4a'), false)
  const film = clean.indexOf('mdat')
  const blank = clean.subarray(film).reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  const before = bytes.subarray(film).reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  assert.ok(blank > before + 500, `${blank - before} bytes of samples are blank`)
  assert.deepEqual((await read('video/mp4', clean)).edits, [])
})

test('data tracks that share samples are blanked once', async () => {
  const { bytes } = sampleOf('film-mp4')
  const located = Buffer.from(bytes)
  located.write('meta', located.indexOf('soun'))
  // Repeats the track at the end of the index.
  const moov = located.indexOf('moov') - 4
  const end = moov + located.readUInt32BE(moov)
  const at = located.lastIndexOf('trak') - 4
  const track = located.subarray(at, at + located.readUInt32BE(at))
  const twice = Buffer.concat([located.subarray(0, end), track, located.subarray(end)])
  twice.writeUInt32BE(end - moov + track.length, moov)
  // The data after the index has moved, and the sample offsets with it.
  for (let table = twice.indexOf('stco'); table >= 0; table = twice.indexOf('stco', table + 4))
    for (let entry = 0; entry < twice.readUInt32BE(table + 8); entry += 1)
      twice.writeUInt32BE(twice.readUInt32BE(table + 12 + 4 * entry) + track.length, table + 12 + 4 * entry)
  const clean = await cleaned({ contentType: 'video/mp4', bytes: twice })
  assert.equal(clean.includes('mp4a'), false)
})

test('videos with a data track that cannot be removed are damaged', async () => {
  const fragments = Buffer.from(sampleOf('film-in-fragments-mp4').bytes)
  fragments.write('meta', fragments.indexOf('soun'))
  await assert.rejects(read('video/mp4', fragments), /neither video nor audio/)
  const avi = Buffer.from(sampleOf('film-avi').bytes)
  avi.write('txts', avi.indexOf('auds'))
  await assert.rejects(read('video/x-msvideo', avi), /neither video nor audio/)
  const webm = Buffer.from(sampleOf('film-webm').bytes)
  webm[webm.indexOf(Buffer.from('838102', 'hex')) + 2] = 0x21
  await assert.rejects(read('video/webm', webm), /neither video nor audio/)
})

test('the header of a WebP file lists only the remaining chunks', async () => {
  const { contentType, bytes } = sampleOf('webp')
  assert.equal(bytes[20], 0x0c)
  assert.equal((await cleaned({ contentType, bytes }))[20], 0x08)
})

test('a Matroska file is not WebM', async () => {
  const bytes = Buffer.from(sampleOf('film-webm').bytes)
  bytes.write('mkvx', bytes.indexOf('webm'))
  await assert.rejects(read('video/webm', bytes), /Matroska, not WebM/)
})

test('a PNG chunk with a wrong checksum is damaged', async () => {
  const bytes = flatPng(4, 4)
  bytes[bytes.length - 16]! ^= 1
  await assert.rejects(read('image/png', bytes), /checksum/)
})

test('a color profile that unpacks to more than a profile’s maximum size is removed', async () => {
  const { deflateSync } = await import('node:zlib')
  const bomb = Buffer.concat([Buffer.from('icc\0\0'), deflateSync(Buffer.alloc(32 * 1_048_576))])
  const clean = await cleaned({ contentType: 'image/png', bytes: withPngChunks(flatPng(4, 4), pngChunk('iCCP', bomb)) })
  assert.equal(clean.includes('iCCP'), false)
})

test('bytes between two segments of a JPEG are removed', async () => {
  const clean = await cleaned({
    contentType: 'image/jpeg',
    bytes: withJpegSegments(sampleOf('jpeg').bytes, Buffer.from(`between ${marker}`)),
  })
  assert.equal(clean.includes(marker), false)
})

test('absurd sizes in a file allocate nothing and stop the parser', async () => {
  const huge = Buffer.concat([box('ftyp', 'isom'), Buffer.from('ffffffff', 'hex'), Buffer.from('moov')])
  await assert.rejects(read('video/mp4', huge), Damaged)
  const table = Buffer.from(sampleOf('film-mp4').bytes)
  table.writeUInt32BE(0xffffffff, table.indexOf('stco') + 8)
  await assert.rejects(read('video/mp4', table), /no room for them/)
  const frames = Buffer.alloc(gifPicture().length * 20_001, gifPicture())
  await assert.rejects(read('image/gif', gif(1, 1, frames)), /20000 blocks/)
})

test('a file is read through a window: earlier bytes stay readable, and its end is known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn source '))
  const path = join(folder, 'file')
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251))
  await writeFile(path, bytes)
  const handle = await open(path)
  try {
    const source = sourceOf(handle, bytes.length)
    const first = await source.read(10, 100)
    const far = await source.read(150_000, 100_000)
    assert.deepEqual(await source.read(65_500, 100), bytes.subarray(65_500, 65_600))
    assert.deepEqual([first, far], [bytes.subarray(10, 110), bytes.subarray(150_000)])
    await assert.rejects(exactly(source, 199_990, 20, 'a test'), Damaged)
  } finally {
    await handle.close()
    await rm(folder, { recursive: true })
  }
})
