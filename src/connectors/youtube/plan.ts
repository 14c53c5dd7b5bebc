import type { Outgoing, Plan } from '#connectors/connector.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import { youtube } from '#rules/networks/youtube.ts'
import { listExtras } from './post/extras.ts'
import { videoOf } from './video-of.ts'

/** YouTube accepts pieces in multiples of this size, except for the last one. */
const unitBytes = 262_144
/** The size of a piece: small enough for a slow connection within a step's deadline. */
const pieceBytes = 32 * unitBytes

/** The last piece is small, because the video exists as soon as it has arrived and a visible call has to be short. */
export const lastPieceFrom = (size: number): number => Math.floor(Math.max(0, size - 1) / unitBytes) * unitBytes

/** Returns the end of the piece that begins at the given byte, before the last piece. */
export const pieceEnd = (from: number, size: number): number => Math.min(from + pieceBytes, lastPieceFrom(size))

export function plan(post: Outgoing): Plan {
  const text = textOf(post)
  const found = find(text, youtube.dialect)
  const valuesOf = (kind: string) => found.filter((one) => one.kind === kind).map(({ value }) => value)
  const part = { text, links: valuesOf('link'), mentions: valuesOf('mention'), tags: valuesOf('tag') }
  if (post.answers) return { first: 'reply', parts: [part], calls: ['POST insertComment'] }
  const pieces = Math.ceil(lastPieceFrom(videoOf(post)?.size ?? 0) / pieceBytes) + 1
  return {
    first: 'open',
    parts: [part],
    calls: [
      'POST insertVideo',
      ...Array.from({ length: pieces }, () => 'PUT uploadVideo'),
      'GET getVideo',
      ...listExtras(post).flatMap(({ calls }) => calls),
    ],
  }
}

/** Returns the description as written. The post's link is added below it, unless the description contains it. */
export function textOf({ parts, link }: Outgoing): string {
  const text = parts[0]?.text ?? ''
  if (link === null || holdsLink(text, link, youtube.dialect)) return text
  return text.trim() === '' ? link : `${text.trimEnd()}\n\n${link}`
}
