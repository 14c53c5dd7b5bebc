import { crc32 } from 'node:zlib'
import { Damaged, type ImageType, type Source } from '../contract.ts'

/**
 * A frame of an animated WebP or PNG as a separate image. libvips keeps all frames of such a WebP in memory at
 * once, and decodes only the first of such a PNG. Frame by frame, decoding takes the memory of one frame and covers all
 * of them.
 */
export interface SingleFrame {
  readonly width: number
  readonly height: number
  /**
   * Reads the frame on demand, so that a frame beyond the bounds is never read. Null if the frame is the image that the
   * file itself shows.
   */
  readonly bytes: (() => Promise<Buffer>) | null
}

const maxFrameBytes = 64 * 1024 * 1024
const chunkBytes = 1024 * 1024

export async function* singleFrames(type: ImageType, source: Source): AsyncGenerator<SingleFrame> {
  if (type === 'image/webp') yield* webpFrames(source)
  if (type === 'image/png') yield* pngFrames(source)
}

async function* webpFrames(source: Source): AsyncGenerator<SingleFrame> {
  const end = Math.min(source.size, 8 + (await source.read(4, 4)).readUInt32LE(0))
  for (let at = 12; at + 8 <= end; ) {
    const header = await source.read(at, 24)
    const length = header.readUInt32LE(4)
    if (header.toString('latin1', 0, 4) === 'ANMF' && length >= 16 && header.length === 24) {
      const width = header.readUIntLE(14, 3) + 1
      const height = header.readUIntLE(17, 3) + 1
      const start = at + 24
      yield { width, height, bytes: () => webpOf(source, start, length - 16, width, height) }
    }
    at += 8 + length + (length % 2)
  }
}

/** Builds a still WebP from the chunks of a frame (ALPH, VP8 or VP8L). A frame with ALPH needs the extended header. */
async function webpOf(source: Source, start: number, length: number, width: number, height: number): Promise<Buffer> {
  const frame = await readAll(source, start, length)
  const body = frame.toString('latin1', 0, 4) === 'ALPH' ? [extendedHeader(width, height), frame] : [frame]
  const riff = Buffer.alloc(12)
  riff.write('RIFF', 0, 'latin1')
  riff.writeUInt32LE(4 + body.reduce((sum, one) => sum + one.length, 0), 4)
  riff.write('WEBP', 8, 'latin1')
  return Buffer.concat([riff, ...body])
}

function extendedHeader(width: number, height: number): Buffer {
  const chunk = Buffer.alloc(18)
  chunk.write('VP8X', 0, 'latin1')
  chunk.writeUInt32LE(10, 4)
  chunk[8] = 0x10
  chunk.writeUIntLE(width - 1, 12, 3)
  chunk.writeUIntLE(height - 1, 15, 3)
  return chunk
}

/**
 * Yields the frames of a PNG. A frame is its fcTL and the fdAT chunks up to the next. The first image (IDAT) is decoded
 * with the file itself.
 */
async function* pngFrames(source: Source): AsyncGenerator<SingleFrame> {
  let header: Buffer | null = null
  const tables: Buffer[] = []
  let open: { width: number; height: number; parts: { start: number; length: number }[] } | null = null
  const closed = (): SingleFrame | null => {
    if (open === null || header === null) return null
    const { width, height, parts } = open
    const first = header
    const bytes = () => pngOf(source, first, tables, width, height, parts)
    return { width, height, bytes: parts.length === 0 ? null : bytes }
  }
  for (let at = 8; at + 12 <= source.size; ) {
    const head = await source.read(at, 8)
    const length = head.readUInt32BE(0)
    const name = head.toString('latin1', 4, 8)
    const start = at + 8
    if (name === 'IHDR') header = Buffer.from(await source.read(start, 13))
    if ((name === 'PLTE' || name === 'tRNS') && length <= 1024)
      tables.push(Buffer.from(await source.read(at, length + 12)))
    if (name === 'fcTL' || name === 'IEND') {
      const frame = closed()
      if (frame !== null) yield frame
      const control = name === 'fcTL' ? await source.read(start, 12) : null
      open = control && { width: control.readUInt32BE(4), height: control.readUInt32BE(8), parts: [] }
    }
    if (name === 'fdAT' && length > 4) open?.parts.push({ start: start + 4, length: length - 4 })
    if (name === 'IEND') return
    at = start + length + 4
  }
}

async function pngOf(
  source: Source,
  header: Buffer,
  tables: readonly Buffer[],
  width: number,
  height: number,
  parts: readonly { start: number; length: number }[],
): Promise<Buffer> {
  const own = Buffer.from(header)
  own.writeUInt32BE(width, 0)
  own.writeUInt32BE(height, 4)
  let budget = maxFrameBytes
  const data: Buffer[] = []
  for (const { start, length } of parts) {
    budget -= length
    if (budget < 0) throw tooLong()
    data.push(pngChunk('IDAT', await readAll(source, start, length)))
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', own), ...tables, ...data, pngChunk('IEND', Buffer.alloc(0))])
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

async function readAll(source: Source, start: number, length: number): Promise<Buffer> {
  if (length > maxFrameBytes) throw tooLong()
  const parts: Buffer[] = []
  for (let done = 0; done < length; done += chunkBytes) {
    parts.push(Buffer.from(await source.read(start + done, Math.min(chunkBytes, length - done))))
  }
  return Buffer.concat(parts)
}

const tooLong = (): Damaged => new Damaged(`A frame has more than ${maxFrameBytes} bytes; no frame of a picture has.`)
