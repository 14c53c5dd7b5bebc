import type { Received } from '../http/request.ts'

/**
 * A file's type according to its bytes, not the type that the client declares. `sniff` returns null for an unknown
 * type.
 */
export interface Sniffed {
  readonly mime: string
  readonly kind: 'image' | 'video' | 'audio'
  /** Null if the file has no dimensions, or they cannot be read. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly animated: boolean
  /** False if the file ends before it can be shown or played. */
  readonly complete: boolean
}

export function sniff({ bytes, isComplete }: Received): Sniffed | null {
  const head = bytes.toString('latin1', 0, 64)
  const found = (mime: string, more: Partial<Sniffed> = {}): Sniffed => {
    const kind = mime.startsWith('image/') ? 'image' : mime.startsWith('video/') ? 'video' : 'audio'
    return { mime, kind, size: null, animated: false, complete: true, ...more }
  }
  if (head.startsWith('\x89PNG\r\n\x1a\n'))
    return found('image/png', { size: at(bytes, 24, () => both(bytes.readUInt32BE(16), bytes.readUInt32BE(20))) })
  if (head.startsWith('\xff\xd8\xff')) return found('image/jpeg', { size: jpegSize(bytes) })
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a'))
    return found('image/gif', {
      size: at(bytes, 10, () => both(bytes.readUInt16LE(6), bytes.readUInt16LE(8))),
      animated: countFrames(bytes) > 1,
    })
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return found('image/webp', { size: webpSize(bytes) })
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE') return found('audio/wav')
  if (head.slice(4, 8) === 'ftyp') return isoFile(bytes, isComplete, head.slice(8, 12), found)
  if (head.startsWith('\x1a\x45\xdf\xa3')) return found('video/webm')
  if (head.startsWith('OggS')) return found(head.includes('theora') ? 'video/ogg' : 'audio/ogg')
  if (head.startsWith('fLaC')) return found('audio/flac')
  if (head.startsWith('ID3') || /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/.test(head)) return found('audio/mpeg')
  return /^\xff[\xf0\xf1\xf8\xf9]/.test(head) ? found('audio/aac') : null
}

/** The bytes that begin a frame of an animated GIF. */
const frame = Buffer.from([0x21, 0xf9, 0x04])

export function countFrames(gif: Buffer): number {
  let count = 0
  for (let from = gif.indexOf(frame); from >= 0; from = gif.indexOf(frame, from + 3)) count += 1
  return count
}

const both = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null)

const at = <T>(bytes: Buffer, needed: number, read: () => T): T | null => (bytes.length >= needed ? read() : null)

function jpegSize(bytes: Buffer): Sniffed['size'] {
  for (let from = 2; from + 9 <= bytes.length; ) {
    if (bytes[from] !== 0xff) return null
    const marker = bytes[from + 1] ?? 0
    if (marker === 0xff) {
      from += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return both(bytes.readUInt16BE(from + 7), bytes.readUInt16BE(from + 5))
    from += 2 + bytes.readUInt16BE(from + 2)
  }
  return null
}

function webpSize(bytes: Buffer): Sniffed['size'] {
  if (bytes.length < 30) return null
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') return both(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (kind === 'VP8 ') return both(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  if (kind !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return both((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function isoFile(
  bytes: Buffer,
  isComplete: boolean,
  brand: string,
  found: (mime: string, more?: Partial<Sniffed>) => Sniffed,
): Sniffed {
  const still = ['heic', 'heix', 'mif1', 'msf1'].includes(brand)
    ? 'image/heic'
    : brand.startsWith('avi')
      ? 'image/avif'
      : null
  if (still !== null) {
    const from = bytes.indexOf('ispe')
    const size =
      from < 0 ? null : at(bytes, from + 16, () => both(bytes.readUInt32BE(from + 8), bytes.readUInt32BE(from + 12)))
    return found(still, { size })
  }
  // A video without its index cannot be converted. If only the beginning is kept, the index cannot be found, so the
  // video counts as complete.
  const complete = !isComplete || bytes.includes('moov')
  if (brand.startsWith('M4A')) return found('audio/mp4', { complete })
  return found(brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', { complete, size: videoSize(bytes) })
}

/** Returns the dimensions of the largest track. Audio tracks have none. */
function videoSize(bytes: Buffer): Sniffed['size'] {
  let largest: Sniffed['size'] = null
  for (let from = bytes.indexOf('tkhd'); from >= 0; from = bytes.indexOf('tkhd', from + 4)) {
    const place = from + (bytes[from + 4] === 1 ? 92 : 80)
    const size = at(bytes, place + 8, () =>
      both(bytes.readUInt32BE(place) >>> 16, bytes.readUInt32BE(place + 4) >>> 16),
    )
    if (size && size.width * size.height > (largest ? largest.width * largest.height : 0)) largest = size
  }
  return largest
}
