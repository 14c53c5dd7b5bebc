import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { id3Of, mp3Of } from '../world/files/mp3.ts'
import { pdfOf } from '../world/files/pdf.ts'
import type { HostileFile } from './hostile-file.ts'
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
  jpegSegment,
  png,
  pngChunk,
  riffChunk,
  withJpegSegments,
  withPngChunks,
} from './pieces.ts'

/**
 * Files smaller than 1 MB, some from each family, with as many parts as fit, or with parts that refer to each other or
 * expand to much more. Each may be accepted or refused, within the CPU time allowed for a small file.
 */
export async function manyParts(): Promise<readonly HostileFile[]> {
  return [
    ...pngs(),
    ...gifs(),
    ...(await jpegs()),
    ...(await webps()),
    ...pdfs(),
    ...(await sounds()),
    ...(await films()),
  ]
}

const size = 950_000
const filled = (part: Buffer): Buffer => Buffer.alloc(part.length * Math.floor(size / part.length), part)
const times = (part: Buffer, count: number): Buffer => Buffer.alloc(part.length * count, part)

const types = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
} as const

const fileOf = (extension: keyof typeof types, name: string, bytes: Buffer): HostileFile => ({
  name: `${extension}: ${name}`,
  fileName: `parts.${extension}`,
  declared: types[extension],
  bytes,
  expect: 'either',
  why: 'it takes long for its size',
  mustNotLeave: [],
})

function pngs(): readonly HostileFile[] {
  const vast = deflateSync(Buffer.alloc(100_000_000))
  const profile = Buffer.concat([Buffer.from('a\0\0'), vast])
  const pixels = deflateSync(Buffer.alloc((640 * 3 + 1) * 480))
  return [
    fileOf('png', 'chunks without data', withPngChunks(flatPng(640, 480), filled(pngChunk('teSt', '')))),
    fileOf(
      'png',
      'pixels in chunks without data',
      png(ihdr(640, 480), pngChunk('IDAT', pixels), filled(pngChunk('IDAT', ''))),
    ),
    fileOf(
      'png',
      'texts that unpack to 900 MB',
      withPngChunks(flatPng(640, 480), ...Array.from({ length: 9 }, () => pngChunk('zTXt', profile))),
    ),
    fileOf('png', 'a profile that unpacks to 100 MB', withPngChunks(flatPng(640, 480), pngChunk('iCCP', profile))),
    fileOf('png', 'ten thousand frames', apng(10_000)),
  ]
}

function gifs(): readonly HostileFile[] {
  return [
    fileOf('gif', 'frames', gif(1, 1, filled(gifPicture()))),
    fileOf('gif', 'comments', gif(1, 1, filled(gifExtension(0xfe, 'x')), gifPicture())),
    fileOf(
      'gif',
      'a comment in pieces of a byte',
      gif(1, 1, Buffer.from([0x21, 0xfe]), filled(Buffer.from([1, 65])), Buffer.alloc(1), gifPicture()),
    ),
    fileOf('gif', 'a thousand vast frames without pixels', gif(8_000, 8_000, times(gifPicture(8_000, 8_000), 1_000))),
    fileOf('gif', 'a thousand frames on a vast canvas', gif(8_000, 8_000, times(gifPicture(), 1_000))),
  ]
}

const picture = () => sharp({ create: { width: 640, height: 480, channels: 3, background: '#4080a0' } })

async function jpegs(): Promise<readonly HostileFile[]> {
  const jpeg = await picture().jpeg({ progressive: true }).toBuffer()
  return [
    fileOf('jpg', 'segments without data', withJpegSegments(jpeg, filled(jpegSegment(0xfe, '')))),
    fileOf('jpg', 'scans', manyScans(jpeg)),
  ]
}

/** Repeats the last scan of a progressive JPEG: decoders go through all pixels for each. */
export function manyScans(jpeg: Buffer): Buffer {
  const last = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([jpeg.subarray(0, -2), filled(last), jpeg.subarray(-2)])
}

async function webps(): Promise<readonly HostileFile[]> {
  const webp = await picture().webp().toBuffer()
  return [
    fileOf('webp', 'chunks without data', extendedWebp(webp, 0, 640, 480, filled(riffChunk('teSt', '')))),
    fileOf('webp', 'frames', animatedWebp(webp, 640, 480, Math.floor(size / (webp.length + 24)))),
  ]
}

function pdfs(): readonly HostileFile[] {
  const depth = 8_000
  const tree = Array.from({ length: depth }, (_, nth) => `<</Type/Pages/Count 1/Kids[${nth + 5} 0 R]>>`)
  const leaf = '<</Type/Page/MediaBox[0 0 9 9]>>'
  const links = `[${'903 0 R '.repeat(100_000)}]`
  const link = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com)>>>>'
  const packed = deflateSync(Buffer.alloc(100_000_000, '1 '))
  const stream = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n${packed.toString('latin1')}\nendstream`
  return [
    fileOf('pdf', 'tokens', pdfOf(1, 9, 9, { catalog: `/A[${filled(Buffer.from('1 '))}]` })),
    fileOf('pdf', 'names', pdfOf(1, 9, 9, { catalog: `/A[${filled(Buffer.from('/#41'))}]` })),
    fileOf('pdf', 'objects that unpack to 100 MB', pdfOf(1, 9, 9, { more: [stream] })),
    fileOf('pdf', 'a deep tree of pages', pdfOf(1, 9, 9, { catalog: '/Pages 4 0 R', more: [...tree, leaf] })),
    fileOf('pdf', 'links on each of many pages', pdfOf(900, 9, 9, { page: '/Annots 904 0 R', more: [link, links] })),
    fileOf('pdf', 'pages', pdfOf(6_000, 9, 9)),
  ]
}

async function sounds(): Promise<readonly HostileFile[]> {
  // 8 kbit per second at 24 kHz: 24 bytes per frame.
  const short = Buffer.concat([Buffer.from([0xff, 0xf3, 0x14, 0xc4]), Buffer.alloc(20)])
  return [
    fileOf('mp3', 'frames of a tag', mp3Of(20, id3Of('TXXX\0\0\0\x02\0\0\0x'.repeat(75_000)))),
    fileOf(
      'mp3',
      'tags behind the sound',
      mp3Of(20, Buffer.alloc(0), filled(Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]))),
    ),
    fileOf('mp3', 'short frames', filled(short)),
    fileOf('mp3', 'beginnings of frames', mp3Of(1, Buffer.alloc(0), filled(Buffer.from([0xff, 0xfb])))),
  ]
}

async function films(): Promise<readonly HostileFile[]> {
  const seed = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'seeds', name))
  const [mp4, webm, avi] = [await seed('film.mp4'), await seed('film-live.webm'), await seed('film.avi')]
  const nested = Array.from({ length: 1_000 }).reduce<Buffer>((inner) => box('udta', inner), Buffer.alloc(0))
  const riffed = Buffer.concat([avi, filled(riffChunk('JUNK', ''))])
  riffed.writeUInt32LE(riffed.length - 8, 4)
  return [
    fileOf('mp4', 'boxes without data', Buffer.concat([mp4, filled(box('free'))])),
    fileOf('mp4', 'nested boxes', Buffer.concat([mp4, nested])),
    fileOf('webm', 'elements without data', Buffer.concat([webm, filled(Buffer.from([0xec, 0x80]))])),
    fileOf('avi', 'chunks without data', riffed),
  ]
}
