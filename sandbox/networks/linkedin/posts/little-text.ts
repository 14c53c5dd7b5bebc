import { linkPieces } from '../../../core/pages/posts/feed.ts'
import { type Platform, titleOf } from '../state/platform.ts'
import type { Piece } from '../state/records.ts'

/**
 * A text in LinkedIn's "little" format, in which some characters have a meaning and must be escaped by a backslash. A
 * reserved character that is neither escaped nor part of an element silently ends the text.
 */
interface Little {
  /** The visible text. */
  readonly pieces: readonly Piece[]
  /** The text as written, up to the point where it was understood. */
  readonly kept: string
  /** The same text with hashtags as templates. */
  readonly template: string
  readonly isCut: boolean
}

const reserved = '\\|{}@[]()<>#*_~'
const word = /^#((?:[\p{L}\p{N}\p{M}]|\\_)+)/u
const template = /^\{hashtag\|(?:\\#|＃)\|((?:\\.|[^|{}\\])+)\}/su
const mention = /^@\[((?:\\.|[^\]\\])*)\]\((urn:li:(?:organization|person):[\w-]+)\)/su

export function readLittle(platform: Platform, raw: string): Little {
  const pieces: Piece[] = []
  let plain = ''
  let asTemplate = ''
  let at = 0
  const flush = () => {
    if (plain !== '') pieces.push(...linkPieces(plain))
    plain = ''
  }
  const element = (piece: Piece, length: number, written: string) => {
    flush()
    pieces.push(piece)
    at += length
    asTemplate += written
  }
  for (; at < raw.length; ) {
    const char = raw[at] ?? ''
    const rest = raw.slice(at)
    if (!reserved.includes(char)) {
      plain += char
      asTemplate += char
      at += 1
      continue
    }
    const next = raw[at + 1] ?? ''
    if (char === '\\' && next !== '' && reserved.includes(next)) {
      plain += next
      asTemplate += char + next
      at += 2
      continue
    }
    const tag = char === '#' ? word.exec(rest) : char === '{' ? template.exec(rest) : null
    if (tag) {
      const text = unescaped(tag[1] ?? '')
      const href = `https://www.linkedin.com/feed/hashtag/${encodeURIComponent(text)}`
      element({ text: `#${text}`, href }, tag[0].length, `{hashtag|\\#|${tag[1]}}`)
      continue
    }
    const named = char === '@' ? mention.exec(rest) : null
    if (!named) break
    element(mentioned(platform, unescaped(named[1] ?? ''), named[2] ?? ''), named[0].length, named[0])
  }
  flush()
  return { pieces, kept: raw.slice(0, at), template: asTemplate, isCut: at < raw.length }
}

export const unescaped = (text: string): string => text.replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')

export const seenIn = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** A mention whose name differs from the account of the URN stays plain text. */
function mentioned(platform: Platform, name: string, urn: string): Piece {
  const author = platform.author(urn)
  return author && titleOf(author) === name
    ? { text: name, href: `https://www.linkedin.com/${'owner' in author ? 'company' : 'in'}/${author.name}` }
    : { text: name }
}
