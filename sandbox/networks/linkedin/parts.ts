import { createHash, type Hash } from 'node:crypto'
import type { Received } from '../../core/request.ts'

/** A video on its way, in pieces that may come in any order and more than once; the end of it names them by their tags. */
export interface Parts {
  readonly totalBytes: number
  readonly token: string
  readonly ranges: readonly Range[]
  readonly received: Map<number, { readonly tag: string; readonly size: number }>
  /** Those that came before one that stands before them. */
  readonly early: Map<number, Buffer>
  readonly hash: Hash
  /** Of the bytes so much as tells what the file is, and shows it. */
  readonly head: Buffer[]
  hashed: number
  headBytes: number
  /** Another content under a number that was taken in already. */
  spoiled: boolean
  ended: boolean
}

export interface Range {
  readonly firstByte: number
  readonly lastByte: number
}

const keptBytes = 8 * 1024 * 1024

export function openParts(totalBytes: number, partBytes: number, token: string): Parts {
  const ranges = Array.from({ length: Math.ceil(totalBytes / partBytes) }, (_, at) => ({
    firstByte: at * partBytes,
    lastByte: Math.min(totalBytes, (at + 1) * partBytes) - 1,
  }))
  const lists = { received: new Map(), early: new Map(), head: [] }
  const counts = { hashed: 0, headBytes: 0, spoiled: false, ended: false }
  return { totalBytes, token, ranges, ...lists, hash: createHash('sha256'), ...counts }
}

/** Answers its tag. */
export function takePart(parts: Parts, at: number, { bytes, size, sha256 }: Received): string {
  const tag = `/ambry-video/signedId/${sha256.toString('hex').slice(0, 40)}`
  const known = parts.received.get(at)
  if (known) {
    if (known.tag !== tag) parts.spoiled = true
    return tag
  }
  parts.received.set(at, { tag, size })
  parts.early.set(at, bytes)
  for (let next = parts.early.get(parts.hashed); next; next = parts.early.get(parts.hashed)) {
    parts.early.delete(parts.hashed)
    parts.hash.update(next)
    parts.hashed += 1
    if (parts.headBytes < keptBytes) parts.head.push(next)
    parts.headBytes += next.length
  }
  return tag
}

/** The whole of them; null: some are missing, are not those that are named, or are too long or too short. */
export function wholeOf(parts: Parts, tags: readonly unknown[]): Received | null {
  const isThere = parts.ranges.every(({ firstByte, lastByte }, at) => {
    const one = parts.received.get(at)
    return one !== undefined && one.tag === tags[at] && one.size === lastByte - firstByte + 1
  })
  if (!isThere || tags.length !== parts.ranges.length || parts.spoiled) return null
  const bytes = Buffer.concat(parts.head)
  return { size: parts.totalBytes, sha256: parts.hash.copy().digest(), bytes, whole: bytes.length === parts.totalBytes }
}
