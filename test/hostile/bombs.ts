import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type HostileFile, refused } from './hostile-file.ts'
import {
  animatedWebp,
  apng,
  box,
  extendedWebp,
  flatPng,
  gif,
  gifExtension,
  gifPicture,
  ihdr,
  png,
  pngChunk,
  withPngChunks,
} from './pieces.ts'
import { marker, type Sample } from './samples.ts'

const mebibyte = 1_048_576

/** Small files that demand much memory, time or both. */
export async function* bombs(all: readonly Sample[]): AsyncGenerator<HostileFile> {
  const bytesOf = (name: string): Buffer => all.find((sample) => sample.name === name)?.bytes ?? Buffer.alloc(0)
  const of = (extension: string, contentType: string) => (name: string, bytes: Buffer, why: string) =>
    refused(name, `bomb.${extension}`, contentType, bytes, why)
  const pngBomb = of('png', 'image/png')
  const gifBomb = of('gif', 'image/gif')
  const webpBomb = of('webp', 'image/webp')
  const pixel = deflateSync(Buffer.from([0, 1, 2, 3]))

  const tooMany = 'it claims more pixels than it has'
  for (const [width, height] of [
    [65_535, 65_535],
    [1, 0x7fff_ffff],
    [0x7fff_ffff, 1],
    [40_000, 40_000],
    [0, 1],
    [1, 0],
  ] as const) {
    yield pngBomb(`png of 1×1 that says ${width}×${height}`, png(ihdr(width, height), pngChunk('IDAT', pixel)), tooMany)
  }
  for (const [width, height] of [
    [65_535, 65_535],
    [30_001, 1],
    [8_001, 8_001],
  ] as const) {
    yield gifBomb(`gif of 1×1 on a canvas of ${width}×${height}`, gif(width, height, gifPicture()), tooMany)
    yield gifBomb(`gif whose picture says ${width}×${height}`, gif(width, height, gifPicture(width, height)), tooMany)
    yield pngBomb(
      `png of ${width}×${height} without its rows`,
      png(ihdr(width, height), pngChunk('IDAT', pixel)),
      tooMany,
    )
  }
  const jpeg = Buffer.from(bytesOf('jpeg'))
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  for (const [width, height] of [
    [65_535, 65_535],
    [65_500, 65_500],
    [0, 16],
    [30_000, 30_000],
  ] as const) {
    const grown = Buffer.from(jpeg)
    grown.writeUInt16BE(height, frame + 5)
    grown.writeUInt16BE(width, frame + 7)
    yield of('jpg', 'image/jpeg')(`jpeg of 24×16 that says ${width}×${height}`, grown, tooMany)
  }
  const webp = bytesOf('webp-plain').subarray(0, -`trailing ${marker}`.length)
  for (const side of [16_384, 65_536, 16_777_216]) {
    yield webpBomb(`webp of 24×16 on a canvas of ${side}²`, extendedWebp(webp, 0, side, side), tooMany)
    yield webpBomb(`animated webp on a canvas of ${side}²`, animatedWebp(webp, side, side, 2), tooMany)
  }
  yield pngBomb('flat png of 14,000²', await flat(14_000, 14_000), 'half a megabyte that unpacks to 600')
  yield pngBomb('flat png of 30,001 × 4', flatPng(30_001, 4), 'no side is that long')

  const frames = 10_000
  yield gifBomb(
    'gif of 10,000 frames',
    gif(1, 1, Buffer.alloc(gifPicture().length * frames, gifPicture())),
    'too many frames',
  )
  yield gifBomb(
    'gif of 1,001 frames',
    gif(1, 1, Buffer.alloc(gifPicture().length * 1_001, gifPicture())),
    'too many frames',
  )
  yield pngBomb('apng of 10,000 frames', apng(frames), 'too many frames')
  yield webpBomb('webp of 10,000 frames', animatedWebp(webp, 24, 16, frames), 'too many frames')
  yield gifBomb(
    'gif of 1,000 frames of 1,000²',
    gif(1_000, 1_000, Buffer.alloc(gifPicture().length * 1_000, gifPicture())),
    'too many pixels over all frames',
  )

  yield pngBomb(
    'png whose rows are a gigabyte of zeros',
    png(ihdr(4_000, 4_000, 16, 6), pngChunk('IDAT', deflateSync(Buffer.alloc(64 * mebibyte)))),
    'rows that it does not have',
  )
  yield pngBomb(
    'png of a quarter of a million empty chunks',
    png(ihdr(1, 1), Buffer.alloc(12 * 250_000, pngChunk('IDAT', '')), pngChunk('IDAT', pixel)),
    'chunk by chunk without end',
  )
  yield gifBomb(
    'gif of a quarter of a million comments',
    gif(1, 1, Buffer.alloc(5 * 250_000, gifExtension(0xfe, 'x')), gifPicture()),
    'block by block without end',
  )
  const bomb = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * mebibyte))])
  for (const name of ['iCCP', 'zTXt']) {
    const bytes = withPngChunks(flatPng(4, 4), pngChunk(name, bomb))
    yield {
      ...pngBomb(`png whose ${name} unpacks to 64 MiB`, bytes, 'data that decoders unpack in addition to the image'),
      expect: 'either',
      mustNotLeave: [name],
    }
  }
  const surplus = png(ihdr(4, 4), pngChunk('IDAT', deflateSync(Buffer.alloc(64 * mebibyte))))
  yield {
    ...pngBomb('png of 4×4 with 64 MiB of rows', surplus, 'decoders may stop after the rows that it has'),
    expect: 'either',
  }

  const film = of('mp4', 'video/mp4')
  let nested = box('trak', '')
  for (let depth = 0; depth < 5_000; depth += 1) nested = box('trak', nested.subarray(0, 60_000))
  yield film(
    'mp4 of boxes in boxes',
    Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('moov', nested), box('mdat', 'x')]),
    'depth without end',
  )
  yield film(
    'mp4 of half a million boxes',
    Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('moov', Buffer.alloc(8 * 600_000, box('free')))]),
    'box by box without end',
  )
  yield film(
    'mp4 with a table of 4 billion',
    withTable(bytesOf('film-mp4'), 'stco'),
    'a count that the file cannot hold',
  )
  const live = bytesOf('film-live-webm')
  yield of('webm', 'video/webm')(
    'webm with a Cluster of 2 ** 56 bytes',
    Buffer.concat([live, Buffer.from('1f43b67501fffffffffffffe', 'hex')]),
    'a length that the file cannot hold',
  )
}

const flat = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'white' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

function withTable(bytes: Buffer, name: string): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(0xffff_ffff, changed.indexOf(name) + 8)
  return changed
}
