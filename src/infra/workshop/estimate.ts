import { open } from 'node:fs/promises'
import { sourceOf } from './containers/source.ts'
import type { ImageFacts, ImageType, Source, VideoType } from './contract.ts'
import { sniff } from './sniff.ts'

/**
 * How long a file is going to take, guessed from a few numbers at fixed places of its header before anybody decodes it.
 * The guess only decides whose turn it is; whether the file is taken is decided by the child that reads all of it.
 */
export interface Estimate {
  /** In milliseconds of one core. */
  readonly cost: number
  readonly isLong: boolean
}

/** Milliseconds for a million pixels, as measured with pictures of noise. */
const rates = { jpeg: 20, progressiveJpeg: 60, png: 40, png16: 75, webp: 80, gif: 40 } as const
const interlacedTimes = 1.5
/** Reading the container, and the preview. */
const leastMs = 20
const longMs = 2_000
/** The header does not say how many frames there are, or how hard a frame of a video is. */
const unknownMs = 3_000

const estimateOf = (ms: number): Estimate => ({ cost: leastMs + ms, isLong: ms > longMs })
const unknown = estimateOf(unknownMs)

/** A file that cannot be read is not our news to tell: the child says so. */
export const estimateExamination = (path: string): Promise<Estimate> => estimate(path).catch(() => unknown)

async function estimate(path: string): Promise<Estimate> {
  await using handle = await open(path, 'r')
  const source = sourceOf(handle, (await handle.stat()).size)
  const head = await source.read(0, headBytes)
  const type = await sniff(head)
  const ms = type === null ? 0 : await msOf(type, head, source)
  return ms === null ? unknown : estimateOf(ms)
}

/** Decoding, and encoding once or twice. */
export function estimateFit({ contentType, width, height, frames }: ImageFacts): Estimate {
  const rate = { 'image/jpeg': rates.progressiveJpeg, 'image/png': rates.png16, 'image/webp': rates.webp }
  const each = contentType === 'image/gif' ? rates.gif : rate[contentType]
  return estimateOf(2 * each * frames * millions(width, height))
}

const headBytes = 4_100
const millions = (width: number, height: number): number => (width * height) / 1_000_000

/** Null: the header does not tell. A header that is cut off or absurd costs next to nothing to refuse. */
async function msOf(type: ImageType | VideoType, head: Buffer, source: Source): Promise<number | null> {
  switch (type) {
    case 'image/png':
      return head.length < 33 || (await isAnimatedPng(source)) ? null : pngMs(head)
    case 'image/jpeg':
      return jpegMs(source)
    case 'image/webp':
      return head.length < 30 ? 0 : webpMs(head)
    default:
      return null
  }
}

function pngMs(head: Buffer): number {
  const rate = head.readUInt8(24) === 16 ? rates.png16 : rates.png
  return (
    rate * (head.readUInt8(28) === 1 ? interlacedTimes : 1) * millions(head.readUInt32BE(16), head.readUInt32BE(20))
  )
}

/** So many pieces of a header are stepped over. A file with more of them is not known. */
const stepsMax = 64

async function isAnimatedPng(source: Source): Promise<boolean> {
  let at = 8
  for (let steps = 0; steps < stepsMax; steps++) {
    const chunk = await source.read(at, 8)
    if (chunk.length < 8) return false
    const kind = chunk.toString('latin1', 4, 8)
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
    at += 12 + chunk.readUInt32BE(0)
  }
  return true
}

async function jpegMs(source: Source): Promise<number | null> {
  let at = 2
  for (let steps = 0; steps < stepsMax; steps++) {
    const segment = await source.read(at, 9)
    if (segment.length < 9 || segment[0] !== 0xff) return 0
    const marker = segment.readUInt8(1)
    if (isFrameHeader(marker)) {
      const rate = marker <= sequentialJpeg ? rates.jpeg : rates.progressiveJpeg
      return rate * millions(segment.readUInt16BE(7), segment.readUInt16BE(5))
    }
    // A marker may be padded with more bytes of 0xff.
    at += marker === 0xff ? 1 : 2 + segment.readUInt16BE(2)
  }
  return null
}

const sequentialJpeg = 0xc1
/** SOF0 to SOF15; the three between them are tables. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function webpMs(head: Buffer): number | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return head.readUInt8(20) & 0x02
        ? null
        : rates.webp * millions(1 + head.readUIntLE(24, 3), 1 + head.readUIntLE(27, 3))
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return rates.webp * millions(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff))
    }
    default:
      return rates.webp * millions(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff)
  }
}
