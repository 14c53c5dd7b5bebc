/** What a file is by its own bytes, of which there may be only the head; what the client calls it does not count. */
export interface Sniffed {
  readonly mime: string
  readonly size: { readonly width: number; readonly height: number } | null
  /** Of a GIF; 1 for all else. */
  readonly frames: number
  readonly durationMs: number | null
  /** False: it ends before it can be shown or played. */
  readonly complete: boolean
}

export function sniff(bytes: Buffer, whole: boolean): Sniffed | null {
  const head = bytes.toString('latin1', 0, 32)
  const found = (mime: string, more: Partial<Sniffed> = {}): Sniffed => ({
    mime,
    size: null,
    frames: 1,
    durationMs: null,
    complete: true,
    ...more,
  })
  if (head.startsWith('\x89PNG\r\n\x1a\n'))
    return found('image/png', { size: at(bytes, 24, () => both(bytes.readUInt32BE(16), bytes.readUInt32BE(20))) })
  if (head.startsWith('\xff\xd8\xff')) return found('image/jpeg', { size: jpegSize(bytes) })
  if (/^GIF8[79]a/.test(head))
    return found('image/gif', {
      size: at(bytes, 10, () => both(bytes.readUInt16LE(6), bytes.readUInt16LE(8))),
      frames: framesIn(bytes),
    })
  if (/^RIFF.{4}WEBP/s.test(head)) return found('image/webp', { size: webpSize(bytes) })
  if (head.startsWith('BM')) return found('image/bmp', { size: both(1, 1) })
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return found('image/tiff', { size: both(1, 1) })
  if (head.startsWith('\x1a\x45\xdf\xa3')) return found('video/webm')
  if (bytes[0] === 0x47 && bytes[188] === 0x47) return found('video/mp2t')
  return head.slice(4, 8) === 'ftyp' ? film(bytes, whole, head.slice(8, 12), found) : null
}

const both = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null)

const at = <T>(bytes: Buffer, needed: number, read: () => T): T | null => (bytes.length >= needed ? read() : null)

/** What begins a frame of an animation. */
const frame = Buffer.from([0x21, 0xf9, 0x04])

function framesIn(bytes: Buffer): number {
  let count = 0
  for (let from = bytes.indexOf(frame); from >= 0; from = bytes.indexOf(frame, from + 3)) count += 1
  return Math.max(1, count)
}

function jpegSize(bytes: Buffer): Sniffed['size'] {
  for (let from = 2; from + 9 <= bytes.length; ) {
    if (bytes[from] !== 0xff) return null
    const marker = bytes[from + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return both(bytes.readUInt16BE(from + 7), bytes.readUInt16BE(from + 5))
    from += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(from + 2)
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

function film(
  bytes: Buffer,
  whole: boolean,
  brand: string,
  found: (mime: string, more: Partial<Sniffed>) => Sniffed,
): Sniffed | null {
  if (/^(?:heic|heix|mif1|msf1|avif|avis)$/.test(brand)) return null
  // A film whose index is missing cannot be converted; where only the head is kept, nobody can tell.
  const complete = !whole || bytes.includes('moov')
  const more = { complete, size: filmSize(bytes), durationMs: durationOf(bytes) }
  return found(brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', more)
}

/** The largest of its tracks: that of the sound has no size. */
function filmSize(bytes: Buffer): Sniffed['size'] {
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

function durationOf(bytes: Buffer): number | null {
  const from = bytes.indexOf('mvhd')
  if (from < 0) return null
  const isLong = bytes[from + 4] === 1
  const scaleAt = from + (isLong ? 24 : 16)
  return at(bytes, scaleAt + 12, () => {
    const scale = bytes.readUInt32BE(scaleAt)
    const units = isLong ? Number(bytes.readBigUInt64BE(scaleAt + 4)) : bytes.readUInt32BE(scaleAt + 4)
    return scale > 0 ? (units / scale) * 1_000 : null
  })
}
