import { endingIn } from '../../../core/text/endings.ts'
import { splitText } from '../../../core/text/split.ts'

/** A piece of a text as the network parses it. */
export interface Piece {
  readonly kind: 'plain' | 'url' | 'mention' | 'hashtag' | 'cashtag'
  readonly text: string
}

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`
// Without a scheme, a link has Latin letters, except for its top-level domain.
const bareLabel = String.raw`[a-z0-9\u00c0-\u024f](?:[a-z0-9\u00c0-\u024f_-]{0,61}[a-z0-9\u00c0-\u024f])?`
// A path has letters of some scripts only, so that adjacent text in other scripts does not become part of it.
const rest = String.raw`(?::\d{1,5})?(?:/[\p{Script=Latin}\p{Script=Cyrillic}0-9!*';:=+,.$/%#[\]\-_~@|&()\u2013]*)?(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*)?`
const before = String.raw`(?<![A-Za-z0-9@＠$#＃\ufeff])`

const pattern = new RegExp(
  [
    String.raw`${before}(?<full>https?://)(?<host>${label}(?:\.${label})+)(?<rest>${rest})`,
    String.raw`${before}(?<![-_./])(?<bareHost>${bareLabel}(?:\.${label})+)(?<bareRest>${rest})`,
    '(?<![A-Za-z0-9_!#$%&*@＠])(?<mention>[@＠][A-Za-z0-9_]{1,20})(?![@＠A-Za-z0-9_])',
    String.raw`(?<![\p{L}\p{N}_&/])(?<hashtag>[#＃][\p{L}\p{M}\p{N}_]*[\p{L}\p{M}][\p{L}\p{M}\p{N}_]*)`,
    String.raw`(?<=^|\s)(?<cashtag>\$[A-Za-z]{1,6}(?:[._][A-Za-z]{1,2})?)(?=$|\s|[!-/:-@[-\u0060{-~])`,
  ].join('|'),
  'giu',
)

export const piecesOf = (text: string): readonly Piece[] =>
  splitText<Piece>(text, pattern, {
    piece: ({ groups = {}, index }) => pieceOf(groups, text, index),
    plain: (between) => ({ kind: 'plain', text: between }),
  })

function pieceOf(groups: Readonly<Record<string, string | undefined>>, text: string, at: number): Piece | null {
  const { full, host, rest: path, bareHost, bareRest, mention, hashtag, cashtag } = groups
  if (mention !== undefined) return { kind: 'mention', text: mention }
  if (hashtag !== undefined) return { kind: 'hashtag', text: hashtag }
  if (cashtag !== undefined) return { kind: 'cashtag', text: cashtag }
  const url = urlOf(full ?? '', host ?? bareHost ?? '', path ?? bareRest ?? '')
  // A link that continues as a word or as an email address is not one.
  return url === null || /[A-Za-z0-9@+-]/.test(text[at + url.length] ?? '') ? null : { kind: 'url', text: url }
}

/**
 * Returns the link up to the last label of the host that is a top-level domain. The path is included only if the
 * complete host is.
 */
function urlOf(scheme: string, host: string, path: string): string | null {
  const labels = host.split('.')
  for (let at = labels.length - 1; at > 0; at -= 1) {
    const written = labels[at] ?? ''
    // Letters of other scripts that follow directly are not part of the name.
    const ending = endingIn(written)
    const name = labels.slice(0, at).join('.')
    if (ending === null || (scheme === '' && !isLatin.test(name))) continue
    const isComplete = at === labels.length - 1 && ending === written
    return `${scheme}${name}.${ending}${isComplete ? withoutEnd(path) : ''}`
  }
  return null
}

const isLatin = /^[a-z0-9\u00c0-\u024f._-]*$/i

/** Removes the full stop that ends a sentence, and a closing bracket that was opened before the link. */
function withoutEnd(path: string): string {
  const bare = path.replace(/(?<![.,:;!?'*$[\]@|(])[.,:;!?'*$[\]@|(]+$/u, '')
  if (!bare.endsWith(')') || bare.split('(').length >= bare.split(')').length) return bare
  return withoutEnd(bare.slice(0, -1))
}

const urlWeight = 23

/**
 * Returns the weighted length of a text. Every link weighs the same; an emoji weighs 2, and so does each character
 * outside a few ranges.
 */
export function weightOf(text: string): number {
  let weight = 0
  let words = ''
  // An emoji may begin inside a name and end after it, so consecutive pieces that are not links are weighed together.
  for (const piece of piecesOf(text.normalize('NFC'))) {
    if (piece.kind !== 'url') {
      words += piece.text
      continue
    }
    weight += weightOfWords(words) + urlWeight
    words = ''
  }
  return weight + weightOfWords(words)
}

/** Emoji, also with the variation selector where Unicode lists them as text characters too, and keycaps without it. */
const emoji =
  /\p{RGI_Emoji}(?:(?<=[⌚⌛◽◾☔☕♈-♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽❗⬛⬜⭐⭕🀄🈚🈯])\ufe0f)?|[#*0-9]\u20e3/gv

function weightOfWords(text: string): number {
  let weight = 0
  let from = 0
  for (const { index, 0: found } of text.matchAll(emoji)) {
    // Digits and signs are emoji only together with the characters after them.
    if (/^[\p{ASCII}©®™]$/u.test(found)) continue
    weight += weightOfPlain(text.slice(from, index)) + 2
    from = index + found.length
  }
  return weight + weightOfPlain(text.slice(from))
}

function weightOfPlain(text: string): number {
  let weight = 0
  for (const sign of text) weight += isLight(sign.codePointAt(0) ?? 0) ? 1 : 2
  return weight
}

const isLight = (code: number): boolean =>
  code <= 0x10ff ||
  (code >= 0x2000 && code <= 0x200d) ||
  (code >= 0x2010 && code <= 0x201f) ||
  (code >= 0x2032 && code <= 0x2037)

export const hasInvalidSigns = (text: string): boolean => /[\ufffe\ufeff\uffff]/.test(text)

/** Cuts a text to a weight, without splitting a link. */
export function cutTo(text: string, weight: number): string {
  let left = weight
  let cut = ''
  for (const piece of piecesOf(text)) {
    const fullWeight = piece.kind === 'url' ? urlWeight : weightOfWords(piece.text)
    if (fullWeight <= left) {
      cut += piece.text
      left -= fullWeight
      continue
    }
    if (piece.kind === 'url') return cut
    for (const sign of piece.text) {
      left -= weightOfPlain(sign)
      if (left < 0) return cut
      cut += sign
    }
  }
  return cut
}
