import { crc32, deflateSync } from 'node:zlib'

/** The building blocks of files, so that a test can write files that no encoder would. */
const u16 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255])

function u32(value: number, order: 'be' | 'le' = 'be'): Buffer {
  const bytes = Buffer.alloc(4)
  if (order === 'be') bytes.writeUInt32BE(value)
  else bytes.writeUInt32LE(value)
  return bytes
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from(data as string, 'latin1')])
  return Buffer.concat([u32(body.length - 4), body, u32(crc32(body))])
}

export const ihdr = (width: number, height: number, depth = 8, colour = 2): Buffer =>
  pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([depth, colour, 0, 0, 0])]))

export const png = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([pngSignature, ...chunks, pngChunk('IEND', '')])

/** Builds a complete PNG of one color. */
export const flatPng = (width: number, height: number, ...extra: readonly Buffer[]): Buffer =>
  png(ihdr(width, height), ...extra, pngChunk('IDAT', deflateSync(Buffer.alloc((width * 3 + 1) * height))))

/** Inserts chunks after the header of a PNG. */
export const withPngChunks = (bytes: Buffer, ...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33)])

/** Builds an animated PNG of 1×1 frames. */
export function apng(frames: number): Buffer {
  const pixel = deflateSync(Buffer.from([0, 200, 20, 20]))
  const control = (at: number): Buffer =>
    pngChunk('fcTL', Buffer.concat([u32(at), u32(1), u32(1), u32(0), u32(0), Buffer.from([0, 1, 0, 10, 0, 0])]))
  const rest = Array.from({ length: frames - 1 }, (_, n) => [
    control(2 * n + 1),
    pngChunk('fdAT', Buffer.concat([u32(2 * n + 2), pixel])),
  ])
  const head = pngChunk('acTL', Buffer.concat([u32(frames), u32(0)]))
  return png(ihdr(1, 1), head, control(0), pngChunk('IDAT', pixel), ...rest.flat())
}

export const jpegSegment = (marker: number, data: Buffer | string): Buffer => {
  const body = Buffer.from(data as string, 'latin1')
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Inserts segments after the first two bytes of a JPEG. */
export const withJpegSegments = (bytes: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])

const gifHead = (width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from('GIF89a'), u16(width), u16(height), Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255])])

/** Builds a frame with the data of one pixel, whatever size it declares. */
export const gifPicture = (width = 1, height = 1): Buffer =>
  Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0]), u16(width), u16(height), Buffer.from([0, 2, 2, 0x44, 0x01, 0])])

export const gifExtension = (label: number, ...pieces: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat([
    Buffer.from([0x21, label]),
    ...pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece as string, 'latin1')])),
    Buffer.from([0]),
  ])

export const gif = (width: number, height: number, ...blocks: readonly Buffer[]): Buffer =>
  Buffer.concat([gifHead(width, height), ...blocks, Buffer.from([0x3b])])

export function riffChunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.from(data as string, 'latin1')
  return Buffer.concat([Buffer.from(name), u32(body.length, 'le'), body, Buffer.alloc(body.length % 2)])
}

export const riff = (form: string, ...chunks: readonly Buffer[]): Buffer =>
  riffChunk('RIFF', Buffer.concat([Buffer.from(form), ...chunks]))

const u24 = (value: number): Buffer => u32(value, 'le').subarray(0, 3)

const vp8x = (flags: number, width: number, height: number): Buffer =>
  riffChunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), u24(width - 1), u24(height - 1)]))

/** Adds an extended header and other chunks to a WebP without one. */
export const extendedWebp = (
  plain: Buffer,
  flags: number,
  width: number,
  height: number,
  ...extra: readonly Buffer[]
): Buffer => riff('WEBP', vp8x(flags, width, height), plain.subarray(12), ...extra)

export function animatedWebp(plain: Buffer, width: number, height: number, frames: number): Buffer {
  const head = Buffer.concat([u24(0), u24(0), u24(width - 1), u24(height - 1), u24(100), Buffer.from([0])])
  const frame = riffChunk('ANMF', Buffer.concat([head, plain.subarray(12)]))
  const all = Array.from({ length: frames }, () => frame)
  return riff('WEBP', vp8x(0x02, width, height), riffChunk('ANIM', Buffer.alloc(6)), ...all)
}

export const box = (type: string, ...inside: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(inside.map((part) => Buffer.from(part as string, 'latin1')))
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** Builds an EXIF block with the location and orientation of an image. */
export function locatedTiff(orientation: number, marker: string): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer): Buffer =>
    Buffer.concat([u16(tag), u16(type), u32(count, 'le'), value, Buffer.alloc(4 - value.length)])
  const text = Buffer.from(`${marker}\0`)
  const gpsAt = 8 + 2 + 3 * 12 + 4
  const textAt = gpsAt + 2 + 2 * 12 + 4
  return Buffer.concat([
    Buffer.from('II'),
    u16(42),
    u32(8, 'le'),
    u16(3),
    entry(0x010e, 2, text.length, u32(textAt, 'le')),
    entry(0x0112, 3, 1, u16(orientation)),
    entry(0x8825, 4, 1, u32(gpsAt, 'le')),
    u32(0, 'le'),
    u16(2),
    entry(0x0001, 2, 2, Buffer.from('N\0')),
    entry(0x0002, 5, 3, u32(textAt + text.length, 'le')),
    u32(0, 'le'),
    text,
    ...[48, 1, 51, 1, 27, 1].map((value) => u32(value, 'le')),
  ])
}
