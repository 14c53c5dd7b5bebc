import { open } from 'node:fs/promises'
import { sourceOf } from './containers/source.ts'
import type { FileType, ImageFacts, Source } from './contract.ts'
import { sniff } from './examine/sniff.ts'

/**
 * Estimates how long a file takes, from a few numbers at fixed positions in its header, before anything is decoded. The
 * estimate only determines the order of the queue until the real time is known, which is what the owner is charged. The
 * child process, which reads the whole file, decides whether it is accepted.
 */
interface Estimate {
  /** Milliseconds of one core. */
  readonly cost: number
  readonly isLong: boolean
}

/** Milliseconds per million pixels, measured with images of noise. */
const rates = { jpeg: 20, progressiveJpeg: 60, png: 40, png16: 75, webp: 80, gif: 40 } as const
const interlacedTimes = 1.5
/** The time for reading the container and making the preview. */
const leastMs = 20
/** Work that takes longer is long. */
export const longMs = 2_000
/** Files below this size are small: only a hostile one takes long, which reveals it. */
export const smallBytes = 1_000_000
/** The estimates if the header does not contain the number of frames, or how hard a video's frames are to decode. */
const unknownMs = { ofSmall: 500, ofOthers: 3_000 } as const

const estimateOf = (ms: number): Estimate => ({ cost: leastMs + ms, isLong: ms > longMs })

function unknownOf(type: FileType | null, size: number): Estimate {
  const { cost, isLong } = estimateOf(size < smallBytes ? unknownMs.ofSmall : unknownMs.ofOthers)
  // Most animations take less. One that takes longer counts as long from then on.
  return { cost, isLong: isLong && type?.startsWith('image/') !== true }
}

/**
 * Estimates an examination. A file that cannot be parsed gets the estimate of a large one: the child process reports
 * the error.
 */
export const estimateExamination = (path: string): Promise<Estimate> =>
  estimate(path).catch(() => unknownOf(null, Number.POSITIVE_INFINITY))

async function estimate(path: string): Promise<Estimate> {
  await using handle = await open(path, 'r')
  const source = sourceOf(handle, (await handle.stat()).size)
  const head = await source.read(0, headBytes)
  const type = await sniff(head)
  const ms = type === null ? 0 : await msOf(type, head, source)
  return ms === null ? unknownOf(type, source.size) : estimateOf(ms)
}

/** Estimates a fit: decoding, and encoding once or twice. */
export function estimateFit({ contentType, width, height, frames }: ImageFacts): Estimate {
  const rate = { 'image/jpeg': rates.progressiveJpeg, 'image/png': rates.png16, 'image/webp': rates.webp }
  const each = contentType === 'image/gif' ? rates.gif : rate[contentType]
  return estimateOf(2 * each * frames * millions(width, height))
}

const headBytes = 4_100
const millions = (width: number, height: number): number => (width * height) / 1_000_000

/**
 * Returns the estimate in milliseconds; null if the header does not reveal it. Refusing a truncated or absurd header
 * costs next to nothing.
 */
async function msOf(type: FileType, head: Buffer, source: Source): Promise<number | null> {
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

/** The maximum number of parts of a header to skip. For a file with more, the estimate is unknown. */
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
    // A marker may be padded with additional 0xff bytes.
    at += marker === 0xff ? 1 : 2 + segment.readUInt16BE(2)
  }
  return null
}

const sequentialJpeg = 0xc1
/** True for SOF0 to SOF15; the three codes excluded among them are tables. */
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
