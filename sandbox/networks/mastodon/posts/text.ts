/** A part of a text: links, mentions and tags are found in plain text; there is no markup to write them with. */
export type Piece =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'mention'; readonly text: string; readonly user: string; readonly domain: string | null }
  | { readonly kind: 'tag'; readonly text: string; readonly tag: string }

const pattern =
  /(https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}_/@])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@([\p{L}\p{N}.-]*[\p{L}\p{N}]))?|(?<![\p{L}\p{N}_/&])#([\p{L}\p{M}\p{N}_]*[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*)/giu

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  const finder = new RegExp(pattern)
  let from = 0
  for (let found = finder.exec(text); found !== null; found = finder.exec(text)) {
    const [whole, link, user, domain, tag] = found
    const own = link === undefined ? whole : withoutEnd(link)
    if (found.index > from) pieces.push({ kind: 'plain', text: text.slice(from, found.index) })
    if (link !== undefined) pieces.push({ kind: 'link', text: own })
    else if (user !== undefined) pieces.push({ kind: 'mention', text: own, user, domain: domain ?? null })
    else pieces.push({ kind: 'tag', text: own, tag: tag ?? '' })
    from = found.index + own.length
    finder.lastIndex = from
  }
  if (from < text.length) pieces.push({ kind: 'plain', text: text.slice(from) })
  return pieces
}

/**
 * Removes from a link the punctuation that ends the sentence, and a closing bracket that was opened before the link.
 */
function withoutEnd(link: string): string {
  const bare = link.replace(/(?<![.,:;!?'’”…])[.,:;!?'’”…]+$/u, '')
  if (!bare.endsWith(')') || bare.split('(').length >= bare.split(')').length) return bare
  return withoutEnd(bare.slice(0, -1))
}

/**
 * Returns the length of a text. Every link counts the same, a mention only by its user name, and the rest by graphemes.
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

export interface Addresses {
  readonly personAt: (piece: { readonly user: string; readonly domain: string | null }) => string | null
  readonly tagAt: (tag: string) => string
}

/** Returns the text as HTML. The scheme and the tail of a link are present but hidden. */
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
  const look = tail === '' ? '' : 'ellipsis'
  return `<a href="${escaped(address)}" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">${escaped(scheme)}</span><span class="${look}">${escaped(shown)}</span><span class="invisible">${escaped(tail)}</span></a>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
