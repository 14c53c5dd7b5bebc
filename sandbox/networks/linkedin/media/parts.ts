import { createHash, type Hash } from 'node:crypto'
import type { Received } from '../../../core/http/request.ts'

/**
 * A video upload in parts, which may come in any order and more than once. The call that ends the upload names the
 * parts by their tags.
 */
export interface Parts {
  readonly totalBytes: number
  readonly token: string
  readonly ranges: readonly Range[]
  readonly received: Map<number, { readonly tag: string; readonly size: number }>
  /** Parts that came before an earlier part. */
  readonly early: Map<number, Buffer>
  readonly hash: Hash
  /** The first bytes of the file, enough to tell its type and to show it. */
  readonly head: Buffer[]
  hashed: number
  headBytes: number
  /** True after a part number was sent again with other content. */
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

/** Takes in a part and returns its tag. */
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

/** Returns the whole file; null when parts are missing, have other tags than those named, or have the wrong length. */
export function wholeOf(parts: Parts, tags: readonly unknown[]): Received | null {
  const isThere = parts.ranges.every(({ firstByte, lastByte }, at) => {
    const one = parts.received.get(at)
    return one !== undefined && one.tag === tags[at] && one.size === lastByte - firstByte + 1
  })
  if (!isThere || tags.length !== parts.ranges.length || parts.spoiled) return null
  const bytes = Buffer.concat(parts.head)
  return { size: parts.totalBytes, sha256: parts.hash.copy().digest(), bytes, whole: bytes.length === parts.totalBytes }
}
