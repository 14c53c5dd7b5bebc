import { createHash, type Hash } from 'node:crypto'
import type { Received } from '../http/request.ts'
import { keptBytes } from './media.ts'

/** A file that arrives in numbered parts, in any order, each one or more times. */
export interface Parts {
  /** Adds a part. The same number with other content makes the file invalid. */
  take(at: number, part: Received): void
  part(at: number): { readonly size: number; readonly sha256: Buffer } | undefined
  /** Returns the complete file. Null if a part is missing or invalid, or if the sizes do not add up. */
  join(totalBytes: number): Received | null
}

/** Hashes the parts in order and keeps the beginning of the file. Early parts wait for their predecessors. */
export function createParts(): Parts {
  const parts = new Map<number, { readonly size: number; readonly sha256: Buffer }>()
  const early = new Map<number, Buffer>()
  const hash: Hash = createHash('sha256')
  const head: Buffer[] = []
  let hashed = 0
  let headBytes = 0
  let isSpoiled = false
  return {
    take(at, { bytes, size, sha256 }) {
      const known = parts.get(at)
      if (known) {
        if (!known.sha256.equals(sha256)) isSpoiled = true
        return
      }
      parts.set(at, { size, sha256 })
      early.set(at, bytes)
      for (let next = early.get(hashed); next; next = early.get(hashed)) {
        early.delete(hashed)
        hash.update(next)
        hashed += 1
        if (headBytes < keptBytes) head.push(next)
        headBytes += next.length
      }
    },
    part: (at) => parts.get(at),
    join(totalBytes) {
      const size = [...parts.values()].reduce((sum, part) => sum + part.size, 0)
      if (isSpoiled || early.size > 0 || size !== totalBytes) return null
      const bytes = Buffer.concat(head)
      return { size, sha256: hash.copy().digest(), bytes, isComplete: bytes.length === size }
    },
  }
}
