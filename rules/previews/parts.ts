import { find } from '../find/find.ts'
import { h, type Node } from './node.ts'
import type { Drawn } from './post.ts'

/** Pieces that the previews of several networks share. */

const separators = /[\s._\-@/]+/u
const hues = 12

/** The account's image, or initials on a hue from its name. */
export function face({ post: { name, avatarUrl } }: Drawn, size: 'large' | 'small' = 'large', isSquare = false): Node {
  const style = `pv-face pv-${size}${isSquare ? ' pv-square' : ''}`
  if (avatarUrl !== null) return h('img', { class: style, src: avatarUrl, alt: '', loading: 'lazy' })
  return h('span', { class: `${style} pv-hue-${hueOf(name)}`, 'aria-hidden': 'true' }, initialsOf(name))
}

/** Returns the first letters of the first and the last word of a name or handle. */
function initialsOf(name: string): string {
  const words = name.split(separators).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const named = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  const letters = named.map((word) => [...(word ?? '')].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
  return letters.join('').toLocaleUpperCase() || '?'
}

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return Math.floor((sum * hues) / 360)
}

/** A name or handle on one line. */
export const line = (text: string, style = ''): Node => h('bdi', { class: `pv-line ${style}`, title: text }, text)

/** A face with lines next to it. */
export const head = (picture: Node, ...lines: readonly Node[]): Node =>
  h('div', { class: 'pv-head' }, picture, h('div', { class: 'pv-who' }, ...lines))

interface TextLook {
  /** The length after which the network folds the text. No network documents it, and it differs between devices. */
  readonly fold?: number
  /** False if the network shows links as plain text, which cannot be opened. */
  readonly hasLinks?: boolean
}

/** The rules of a text's network, and the words for it. */
type Told = Pick<Drawn, 'say' | 'isLive'> & { readonly post: Pick<Drawn['post'], 'dialect'> }

/** The text with its links, names and tags highlighted. What the network folds opens without a script. */
export function body(drawn: Told, text: string, { fold, hasLinks = true }: TextLook = {}): Node {
  if (text === '') return null
  const { dialect } = drawn.post
  const paint = (from: number, to: number) => paintText(drawn, text.slice(from, to), dialect, hasLinks)
  const cut = fold === undefined ? null : findCut(text, fold)
  if (cut === null) return h('p', { class: 'pv-text', dir: 'auto', 'data-preview-text': '' }, ...paint(0, text.length))
  return h(
    'details',
    { class: 'pv-text', dir: 'auto', 'data-preview-text': '' },
    h('summary', {}, ...paint(0, cut), h('span', { class: 'pv-fold' }, ` … ${drawn.say.more}`)),
    ...paint(cut, text.length),
  )
}

/** A text that is hardly longer than its fold is shown whole. */
const worthFolding = 1.1

/** Returns the position where a text is folded: at a space, so that no word or link is cut. Null if it is short. */
export function findCut(text: string, fold: number): number | null {
  if (text.length <= fold * worthFolding) return null
  const space = text.slice(0, fold + 1).search(/\s\S*$/)
  // A text without spaces, such as one in Chinese, is cut between two characters.
  return space > fold / 2 ? space : /[\uD800-\uDBFF]/.test(text.charAt(fold - 1)) ? fold - 1 : fold
}

function paintText({ isLive }: Told, text: string, dialect: Drawn['post']['dialect'], hasLinks: boolean): Node[] {
  const pieces: Node[] = []
  let at = 0
  for (const { start, end, kind, value } of find(text, dialect)) {
    if (kind === 'link' && !hasLinks) continue
    const written = text.slice(start, end)
    pieces.push(text.slice(at, start))
    pieces.push(
      kind === 'link' && isLive && URL.canParse(value)
        ? h('a', { class: 'pv-mark', href: value, rel: 'nofollow noopener noreferrer ugc', target: '_blank' }, written)
        : h('span', { class: 'pv-mark' }, written),
    )
    at = end
  }
  return [...pieces, text.slice(at)]
}

/** A link card. Until its page was read, and if it cannot be, the card shows the link, or the author’s own title. */
export function linkCard({ post, say, drawCard }: Drawn, link: string, isWide = true): Node {
  const read = drawCard?.(post, link, isWide)
  if (read) return read
  const { title } = post
  const shown = link.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  return h(
    'div',
    { class: `pv-card${isWide ? '' : ' pv-narrow'}`, 'data-preview-card': '' },
    h('span', { class: 'pv-card-image' }, glyph('external')),
    h(
      'span',
      { class: 'pv-card-words' },
      h('small', {}, title ? shown.replace(/[/?#].*/s, '') : say.linkTitle),
      h('b', {}, title || shown),
    ),
  )
}

/** Labels of the network's own page, such as those of its buttons. They are not buttons here. */
export const bar = (words: string): Node =>
  h('p', { class: 'pv-bar', 'aria-hidden': 'true' }, ...words.split(' · ').map((word) => h('span', {}, word)))

/** Icons below a post on most networks, drawn the same on every system. */
const shapes = {
  heart: 'M10 16.5S3.5 12.8 3.5 8A3.5 3.5 0 0 1 10 6.200 3.5 3.5 0 0 1 16.5 8c0 4.800-6.5 8.5-6.5 8.5z',
  bubble: 'M4 4.500h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H9L5.500 17v-3.500H4a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  repost: 'M4 9V8a3 3 0 0 1 3-3h9M13 2.500 15.500 5 13 7.500M16 11v1a3 3 0 0 1-3 3H4M7 17.500 4.500 15 7 12.500',
  views: 'M4 16v-5M8 16V8M12 16v-3M16 16V4',
  star: 'm10 3 2.150 4.550 4.850.650-3.550 3.400.900 4.900L10 14.100 5.650 16.500l.900-4.900L3 8.200l4.850-.650z',
  reply: 'M8 5 4 9l4 4M4 9h7a5 5 0 0 1 5 5v1',
  send: 'M17 3 9 11M17 3l-4.500 14L9 11 3 7.500z',
  globe: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M3 10h14M10 3c3 3 3 11 0 14M10 3c-3 3-3 11 0 14',
  play: 'M7 4.500v11l9-5.500z',
  image: 'M4 4h12v12H4zM4 13.500l3.500-3.500 3.500 3.500 2-2 3 3M12.500 7.500h.01',
  external: 'M8 4.500H4.500v11h11V12M11.500 4H16v4.500M16 4l-7 7',
} as const

export type GlyphName = keyof typeof shapes

export const glyph = (name: GlyphName, style = ''): Node =>
  h('svg', { class: `pv-glyph ${style}`, viewBox: '0 0 20 20', 'aria-hidden': 'true' }, h('path', { d: shapes[name] }))

/** The icons in a row. They are not buttons here. A network shows a count next to each, or larger icons without. */
export const glyphs = (names: readonly GlyphName[], look: 'counted' | 'plain' | 'big'): Node =>
  h(
    'p',
    { class: look === 'big' ? 'pv-glyphs pv-glyphs-big' : 'pv-glyphs', 'aria-hidden': 'true' },
    ...names.map((name) => h('span', {}, glyph(name), look === 'counted' ? '0' : null)),
  )
