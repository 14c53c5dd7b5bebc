import type { Received } from '../../../core/http/request.ts'
import { createParts, type Parts } from '../../../core/media/parts.ts'

/** A video upload in parts. The call that ends the upload lists the parts by their tags. */
export interface VideoParts {
  readonly totalBytes: number
  readonly token: string
  readonly ranges: readonly Range[]
  readonly parts: Parts
  ended: boolean
}

interface Range {
  readonly firstByte: number
  readonly lastByte: number
}

export function openParts(totalBytes: number, partBytes: number, token: string): VideoParts {
  const ranges = Array.from({ length: Math.ceil(totalBytes / partBytes) }, (_, at) => ({
    firstByte: at * partBytes,
    lastByte: Math.min(totalBytes, (at + 1) * partBytes) - 1,
  }))
  return { totalBytes, token, ranges, parts: createParts(), ended: false }
}

/** Stores a part and returns its tag. */
export function takePart({ parts }: VideoParts, at: number, part: Received): string {
  parts.take(at, part)
  return tagOf(part)
}

const tagOf = ({ sha256 }: Pick<Received, 'sha256'>): string =>
  `/ambry-video/signedId/${sha256.toString('hex').slice(0, 40)}`

/** Returns the complete file. Null if parts are missing, have other tags than listed, or have the wrong length. */
export function joinParts({ parts, ranges, totalBytes }: VideoParts, tags: readonly unknown[]): Received | null {
  const isThere = ranges.every(({ firstByte, lastByte }, at) => {
    const part = parts.part(at)
    return part !== undefined && tagOf(part) === tags[at] && part.size === lastByte - firstByte + 1
  })
  return isThere && tags.length === ranges.length ? parts.join(totalBytes) : null
}
