import { escaped } from '../../../core/pages/frame/html.ts'
import { endingIn } from '../../../core/text/endings.ts'
import { splitText } from '../../../core/text/split.ts'

/** A piece of a text: links, mentions and tags are detected in plain text, without markup. */
type Piece =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string; readonly user: string; readonly domain: string | null }
  | { readonly kind: 'tag'; readonly text: string; readonly tag: string }

const host = String.raw`[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+`
const word = String.raw`\p{L}\p{M}\p{Nd}\p{Pc}`

const pattern = new RegExp(
  [
    String.raw`(?<![A-Za-z0-9@＠$#＃])(?<scheme>https?:\/\/)(?<host>${host})(?<rest>(?::\d+)?(?:\/[^\s<>?]*)?(?:\?[^\s<>"^{}]*)?)`,
    `(?<![=/${word}])@(?<user>[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@(?<domain>[${word}]+(?:[.-]+[${word}]+)*))?`,
    String.raw`(?<![\p{L}\p{N}_/&])#(?<tag>[\p{L}\p{M}\p{N}_]*[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*)`,
  ].join('|'),
  'giu',
)

export const piecesOf = (text: string): readonly Piece[] =>
  splitText<Piece>(text, pattern, {
    piece: ({ 0: matched, groups = {}, index }) => pieceOf(matched, groups, text.slice(index + matched.length)),
    plain: (between) => ({ kind: 'plain', text: between }),
  })

function pieceOf(matched: string, groups: Readonly<Record<string, string | undefined>>, next: string): Piece | null {
  const { scheme, host: name = '', rest = '', user, domain, tag } = groups
  // A name that runs into another one is not a name.
  if (user !== undefined)
    return /^(?:[@＠]|:\/\/)/.test(next) ? null : { kind: 'mention', text: matched, user, domain: domain ?? null }
  if (tag !== undefined) return { kind: 'tag', text: matched, tag }
  const link = linkOf(scheme ?? '', name, rest)
  return link === null ? null : { kind: 'link', text: link }
}

/** Returns the link up to the last label that is a top-level domain. Numbers and single-label names are not links. */
function linkOf(scheme: string, name: string, rest: string): string | null {
  const labels = name.split('.')
  for (let at = labels.length - 1; at > 0; at -= 1) {
    const ending = endingIn(labels[at] ?? '')
    if (ending === null) continue
    const known = `${scheme}${[...labels.slice(0, at), ending].join('.')}`
    return known.length === scheme.length + name.length ? withoutEnd(`${known}${rest}`, known.length) : known
  }
  return null
}

/**
 * Removes from a link the punctuation that ends the sentence, and a closing bracket that was opened before the link.
 */
function withoutEnd(link: string, least: number): string {
  const bare = link.replace(/(?<![.,:;!?'’”…"*&=|~@$%[\]])[.,:;!?'’”…"*&=|~@$%[\]]+$/u, '')
  if (bare.length <= least || !bare.endsWith(')') || bare.split('(').length >= bare.split(')').length) return bare
  return withoutEnd(bare.slice(0, -1), least)
}

/**
 * Returns the length of a text. Every link counts the same, a mention only by its username, and the rest by graphemes.
 */
export function lengthOf(text: string, charactersPerUrl: number): number {
  const counted = piecesOf(text).map((piece) => {
    if (piece.kind === 'link') return 'x'.repeat(charactersPerUrl)
    return piece.kind === 'mention' ? `@${piece.user}` : piece.text
  })
  return graphemesOf(counted.join(''))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function graphemesOf(text: string): number {
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count += 1
  return count
}

interface Addresses {
  readonly personAt: (piece: { readonly user: string; readonly domain: string | null }) => string | null
  readonly tagAt: (tag: string) => string
}

/** Returns the text as HTML. The scheme and the end of a link are present but hidden. */
export function htmlOf(text: string, { personAt, tagAt }: Addresses): string {
  const html = piecesOf(text).map((piece) => {
    if (piece.kind === 'link') return linkHtml(piece.text)
    if (piece.kind === 'tag')
      return `<a href="${escaped(tagAt(piece.tag))}" class="mention hashtag" rel="tag">#<span>${escaped(piece.tag)}</span></a>`
    const at = piece.kind === 'mention' ? personAt(piece) : null
    if (piece.kind !== 'mention' || at === null) return escaped(piece.text)
    return `<span class="h-card" translate="no"><a href="${escaped(at)}" class="u-url mention">@<span>${escaped(piece.user)}</span></a></span>`
  })
  const paragraphs = html
    .join('')
    .trim()
    .split(/\n{2,}/)
  return paragraphs.map((one) => (one === '' ? '' : `<p>${one.replaceAll('\n', '<br />')}</p>`)).join('')
}

function linkHtml(address: string): string {
  const scheme = /^https?:\/\/(?:www\.)?/i.exec(address)?.[0] ?? ''
  const shown = address.slice(scheme.length, scheme.length + 30)
  const tail = address.slice(scheme.length + 30)
  const className = tail === '' ? '' : 'ellipsis'
  return `<a href="${escaped(address)}" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">${escaped(scheme)}</span><span class="${className}">${escaped(shown)}</span><span class="invisible">${escaped(tail)}</span></a>`
}
