import { durationOf } from '../../core/film.ts'
import type { Received } from '../../core/request.ts'
import { type Sniffed, sniff } from '../../core/sniff.ts'

/** What a file is by its own bytes, and of what moves how long it is. */
export interface Looked extends Pick<Sniffed, 'mime' | 'size' | 'complete'> {
  /** Of a GIF; 1 for all else. */
  readonly frames: number
  readonly durationMs: number | null
}

export function look(received: Received): Looked | null {
  const { bytes } = received
  const known = sniff(received) ?? rare(bytes)
  if (known === null) return null
  const { mime, size, complete } = known
  return { mime, size, complete, frames: mime === 'image/gif' ? framesIn(bytes) : 1, durationMs: durationOf(bytes) }
}

/** Taken here and hardly anywhere else. */
function rare(bytes: Buffer): Pick<Sniffed, 'mime' | 'size' | 'complete'> | null {
  const head = bytes.toString('latin1', 0, 4)
  const size = { width: 1, height: 1 }
  if (head.startsWith('BM')) return { mime: 'image/bmp', size, complete: true }
  if (head === 'II*\0' || head === 'MM\0*') return { mime: 'image/tiff', size, complete: true }
  return bytes[0] === 0x47 && bytes[188] === 0x47 ? { mime: 'video/mp2t', size: null, complete: true } : null
}

/** What begins a frame of an animation. */
const frame = Buffer.from([0x21, 0xf9, 0x04])

function framesIn(bytes: Buffer): number {
  let count = 0
  for (let from = bytes.indexOf(frame); from >= 0; from = bytes.indexOf(frame, from + 3)) count += 1
  return Math.max(1, count)
}
