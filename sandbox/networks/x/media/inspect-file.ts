import type { Received } from '../../../core/http/request.ts'
import { durationOf } from '../../../core/media/film.ts'
import { countFrames, type Sniffed, sniff } from '../../../core/media/sniff.ts'

/** A file's type and size according to its bytes, with the duration of a video or an animation. */
export interface Inspected extends Pick<Sniffed, 'mime' | 'size' | 'complete'> {
  /** The number of frames of a GIF; 1 for every other file. */
  readonly frames: number
  readonly durationMs: number | null
}

export function inspectFile(received: Received): Inspected | null {
  const { bytes } = received
  const known = sniff(received) ?? rare(bytes)
  if (known === null) return null
  const { mime, size, complete } = known
  return { mime, size, complete, frames: mime === 'image/gif' ? countFrames(bytes) : 1, durationMs: durationOf(bytes) }
}

/** Recognizes formats that X accepts but few other networks do. */
function rare(bytes: Buffer): Pick<Sniffed, 'mime' | 'size' | 'complete'> | null {
  const head = bytes.toString('latin1', 0, 4)
  const size = { width: 1, height: 1 }
  if (head.startsWith('BM')) return { mime: 'image/bmp', size, complete: true }
  if (head === 'II*\0' || head === 'MM\0*') return { mime: 'image/tiff', size, complete: true }
  return bytes[0] === 0x47 && bytes[188] === 0x47 ? { mime: 'video/mp2t', size: null, complete: true } : null
}
