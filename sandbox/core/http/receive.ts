import { createHash } from 'node:crypto'
import { keptBytes } from '../media/media.ts'
import type { Received } from './request.ts'

/** Receives a file in chunks: hashes all of it, and keeps its beginning. */
export function receiver(keepsBytes: number = keptBytes) {
  const hash = createHash('sha256')
  const pieces: Buffer[] = []
  let size = 0
  let storedBytes = 0
  return {
    get size() {
      return size
    },
    take(piece: Buffer) {
      hash.update(piece)
      size += piece.length
      const left = keepsBytes - storedBytes
      if (left <= 0) return
      const part = piece.length > left ? piece.subarray(0, left) : piece
      pieces.push(part)
      storedBytes += part.length
    },
    done: (): Received => ({
      size,
      sha256: hash.digest(),
      bytes: Buffer.concat(pieces),
      isComplete: storedBytes === size,
    }),
  }
}
