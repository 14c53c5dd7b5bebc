import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fixture, noise, openPictures, plain, tinyGif } from '#test/world/pictures.ts'
import { estimateExamination, estimateFit } from './estimate.ts'

const pictures = await openPictures()
after(() => pictures[Symbol.asyncDispose]())

let count = 0
const estimated = async (bytes: Buffer) => estimateExamination(await pictures.put(`picture-${++count}`, bytes))

/** Builds a PNG without pixels: the estimate reads only the chunks before them. */
function pngHeader(side: number, { depth = 8, isInterlaced = false, isAnimated = false } = {}): Buffer {
  const header = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0', 'latin1')
  header.writeUInt32BE(side, 16)
  header.writeUInt32BE(side, 20)
  header.writeUInt8(depth, 24)
  header.writeUInt8(isInterlaced ? 1 : 0, 28)
  const comment = Buffer.alloc(12 + 9_000)
  comment.writeUInt32BE(9_000, 0)
  comment.write('tEXt', 4, 'latin1')
  const animation = Buffer.from('\0\0\0\x08acTL\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
  const data = Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1')
  return Buffer.concat([header, comment, ...(isAnimated ? [animation] : []), data])
}

test('a PNG’s cost depends on its pixels and depth, and is higher if interlaced', async () => {
  const usual = (await estimated(pngHeader(4_000))).cost
  const deep = (await estimated(pngHeader(4_000, { depth: 16 }))).cost
  const worst = (await estimated(pngHeader(4_000, { depth: 16, isInterlaced: true }))).cost
  assert.ok(usual < deep && deep < worst, [usual, deep, worst].join())
  assert.equal((await estimated(pngHeader(4_000))).isLong, false)
  assert.equal((await estimated(pngHeader(8_000, { depth: 16, isInterlaced: true }))).isLong, true)
})

test('phone photos are not long work; a large progressive one is', async () => {
  const sequential = await noise(400, 300).jpeg().toBuffer()
  const progressive = await noise(400, 300).jpeg({ progressive: true }).toBuffer()
  assert.ok((await estimated(sequential)).cost < (await estimated(progressive)).cost)
  assert.equal((await estimated(enlarged(sequential, 6_000, 4_000))).isLong, false)
  assert.equal((await estimated(enlarged(progressive, 8_000, 8_000))).isLong, true)
})

/** Returns the same image with another size in its header. */
function enlarged(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg)
  const at = [0xc0, 0xc2].map((marker) => bytes.indexOf(Buffer.from([0xff, marker]))).find((found) => found > 0) ?? 0
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

test('all three kinds of WebP are parsed', async () => {
  const kinds = [
    { is: 'VP8 ', channels: 3, lossless: false },
    { is: 'VP8L', channels: 3, lossless: true },
    { is: 'VP8X', channels: 4, lossless: false },
  ] as const
  for (const { is, channels, lossless } of kinds) {
    const sized = (width: number, height: number) => plain(width, height, channels).webp({ lossless }).toBuffer()
    const [small, large] = [await sized(100, 50), await sized(1_000, 500)]
    assert.equal(small.toString('latin1', 12, 16), is)
    const [few, many] = [await estimated(small), await estimated(large)]
    assert.equal(Math.round((many.cost - 20) / (few.cost - 20)), 100, is)
  }
})

test('if the header does not reveal the cost, large videos count as long; small files and images do not', async () => {
  const large = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(1_000_000)])
  const files = [
    [tinyGif(2, 10), false],
    [pngHeader(10, { isAnimated: true }), false],
    [await fixture('plain.mp4'), false],
    [large(tinyGif(2, 10)), false],
    [large(await fixture('plain.mp4')), true],
  ] as const
  for (const [bytes, isLong] of files) assert.equal((await estimated(bytes)).isLong, isLong, `${bytes.length} bytes`)
  const [small, vast] = [await estimated(tinyGif(2, 10)), await estimated(large(tinyGif(2, 10)))]
  assert.ok(small.cost < vast.cost, 'a small one costs less')
})

test('a truncated or absurd header yields an estimate, not an error', async () => {
  const whole = [pngHeader(4_000), await noise(40, 30).jpeg().toBuffer(), await plain(9, 9, 4).webp().toBuffer()]
  for (const bytes of whole)
    for (let end = 0; end < Math.min(bytes.length, 200); end += 7) await estimated(bytes.subarray(0, end))
  await estimated(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5_000, 0xff)]))
  assert.equal((await estimateExamination('/nowhere')).isLong, true)
})

test('a copy’s cost includes all its frames', () => {
  const still = { kind: 'image', contentType: 'image/gif', width: 1_000, height: 1_000, orientation: 1 } as const
  const rest = { hasAlpha: false, preview: '' }
  const one = estimateFit({ ...still, ...rest, frames: 1, animated: false })
  const hundred = estimateFit({ ...still, ...rest, frames: 100, animated: true })
  assert.equal(one.isLong, false)
  assert.equal(hundred.isLong, true)
})
