import { createHash } from 'node:crypto'
import type { OutgoingMedia } from '#connectors/connector.ts'
import type { Limits } from '#rules/limits.ts'
import { mp3Of } from '#test/world/files/mp3.ts'
import { pdfOf } from '#test/world/files/pdf.ts'

/** Builders of files, by type, with only as many bytes as a server inspects. */
const makers: Readonly<Record<string, (width: number, height: number, durationMs: number | null) => Buffer>> = {
  'image/png': (width, height) => pngOf(width, height),
  'image/jpeg': (width, height) => {
    const frame = Buffer.from('\xff\xd8\xff\xc0\0\x11\x08\0\0\0\0\x03\0\0\0\0\0\0\0\0\0\xff\xd9', 'latin1')
    frame.writeUInt16BE(height, 7)
    frame.writeUInt16BE(width, 9)
    return frame
  },
  'image/webp': (width, height) => {
    const file = Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')
    file.writeUIntLE(width - 1, 24, 3)
    file.writeUIntLE(height - 1, 27, 3)
    return file
  },
  'image/gif': (width, height) => gifOf(width, height, 3),
  'video/mp4': (width, height, durationMs) => filmOf('isom', width, height, durationMs),
  'video/quicktime': (width, height, durationMs) => filmOf('qt  ', width, height, durationMs),
  'audio/mpeg': () => mp3Of(4),
  'audio/mp4': (_width, _height, durationMs) => filmOf('M4A ', 0, 0, durationMs),
  'application/pdf': (width, height) => pdfOf(1, width, height),
  'video/webm': () => Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01webm', 'latin1'),
}

export interface TestFile {
  readonly bytes: Buffer
  readonly item: OutgoingMedia
  readonly sha256: string
}

let made = 0

export function fileOf(
  contentType: string,
  changes: Partial<OutgoingMedia> & { readonly bytes?: Buffer } = {},
): TestFile {
  const { width = 640, height = 360, durationMs = null } = changes
  const make = makers[contentType]
  if (!make) throw new Error(`add a file of ${contentType} to test/connector-suite/files.ts`)
  const { bytes = make(width, height, durationMs), ...more } = changes
  const isVideo = contentType.startsWith('video/')
  made += 1
  const item: OutgoingMedia = {
    mediaId: `file-${made}`,
    kind: kindOf(contentType),
    contentType,
    size: bytes.length,
    width,
    height,
    durationMs: isVideo ? 4_000 : null,
    frameRate: isVideo ? 30 : null,
    pages: contentType === 'application/pdf' ? 1 : null,
    animated: contentType === 'image/gif',
    hasAlpha: false,
    altText: 'A harbour at dawn — «früh».',
    ...more,
  }
  return { bytes, item, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function kindOf(contentType: string): OutgoingMedia['kind'] {
  if (contentType === 'application/pdf') return 'document'
  return (['video', 'audio'] as const).find((kind) => contentType.startsWith(kind)) ?? 'image'
}

/** Files for posts in which only the text matters, on networks that need a file. */
const standIns = new Map<string, TestFile>()

/** Returns an image of a type that the network accepts, or a video if it accepts no images. */
export const stillOf = (limits: Pick<Limits, 'image'>, changes?: Parameters<typeof fileOf>[1]): TestFile =>
  fileOf(stillTypeFor(limits), changes)

function stillTypeFor({ image }: Pick<Limits, 'image'>): string {
  if (image.max === 0) return 'video/mp4'
  return image.types.includes('image/png') ? 'image/png' : 'image/jpeg'
}

/** Returns such an image with a given number of bytes. */
export function heavyStillOf(limits: Pick<Limits, 'image'>, size: number): TestFile {
  const bytes = Buffer.alloc(size, 7)
  stillOf(limits).bytes.copy(bytes)
  return stillOf(limits, { bytes })
}

export function standInFor(limits: Pick<Limits, 'image'>): TestFile {
  const type = stillTypeFor(limits)
  const file = standIns.get(type) ?? fileOf(type)
  standIns.set(type, file)
  return file
}

export const standInBytes = (mediaId: string): Buffer | undefined =>
  [...standIns.values()].find(({ item }) => item.mediaId === mediaId)?.bytes

export const filesOf = (...files: readonly TestFile[]): ReadonlyMap<string, Buffer> =>
  new Map(files.map(({ item, bytes }) => [item.mediaId, bytes]))

export function pngOf(width: number, height: number, size = 64, fill = 0): Buffer {
  const file = Buffer.alloc(size, fill)
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

export function gifOf(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x21, 0xf9, 0x04, 0, 0, 0, 0, 0])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

/** No network accepts a video of a few bytes. */
const rest = Buffer.alloc(80_000)

/** Creates a video. It contains its duration only if a test sets it. */
function filmOf(brand: string, width: number, height: number, durationMs: number | null): Buffer {
  const times = Buffer.alloc(durationMs === null ? 0 : 32)
  if (durationMs !== null) {
    times.write('mvhd', 4, 'latin1')
    times.writeUInt32BE(1_000, 20)
    times.writeUInt32BE(durationMs, 24)
  }
  const track = Buffer.alloc(92)
  track.writeUInt32BE(92, 0)
  track.write('tkhd', 4, 'latin1')
  track.writeUInt32BE(width * 65_536, 84)
  track.writeUInt32BE(height * 65_536, 88)
  return Buffer.concat([Buffer.from(`\0\0\0\x10ftyp${brand}\0\0\0\0\0\0\0dmoov`, 'latin1'), times, track, rest])
}
