import { count } from '#rules/count/count.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { type NetworkStyle, networkStyles } from './network-style.ts'
import type { Source } from './source.ts'
import { type CaptionDraft, splitSentences } from './write-by-rules.ts'

export interface Warning {
  readonly code: string
  readonly message: string
}

export interface Caption {
  readonly text: string
  readonly characters: number
  readonly maxCharacters: number
  readonly hashtags: string[]
  readonly hashtagPlacement: 'inline' | 'end' | 'first-comment' | 'none'
  readonly warnings: Warning[]
}

/** Puts the link and hashtags where the network expects them, and shortens the text until everything fits. */
export function assembleCaption(
  network: Network,
  { link, title }: Source,
  { body, tags }: CaptionDraft,
  earlier: readonly Warning[],
): Caption {
  const limits = limitsForNetwork(network)
  const style = networkStyles[network]
  const warnings = [...earlier]
  const warn = (code: string, message: string) => void warnings.push({ code, message })
  const isLinkWritten =
    link !== null && !holdsLink(body, link, limits.dialect) && (style.link === 'end' || style.link === 'own line')
  if (link !== null && style.link === 'none')
    warn('link_not_clickable', `Links in text are not clickable on ${limits.name}, so the link was left out.`)
  if (link !== null && style.link === 'field') warn('link_in_field', `Send the link in the post’s \`link\` field.`)
  if (title !== '' && style.title === 'field') warn('title_in_field', 'Send the title in the post’s `title` field.')

  const wanted = tags.slice(0, style.tags)
  if (wanted.length < tags.length)
    warn('hashtags_left_out', `${wanted.length} of ${tags.length} hashtags were used, as is usual on ${limits.name}.`)
  const missing = wanted.filter((tag) => !hasTag(body, tag))
  const build = (words: string, written: readonly string[]) => join(words, isLinkWritten ? link : null, written, style)
  const fits = (words: string, written: readonly string[]) => fitsInto(build(words, written), limits)

  // Hashtags are moved before text is cut, if a first comment can hold them.
  const moved = !fits(body, missing) && fits(body, []) && limits.firstComment && missing.length > 0
  const written = moved ? [] : missing
  const words = fits(body, written) ? body : shorten(body, (text) => fits(text, written))
  if (words !== body) warn('text_shortened', `The text was shortened to ${limits.name}’s ${maxOf(limits)}.`)
  const text = build(words, written)
  const used = moved ? wanted : wanted.filter((tag) => hasTag(text, tag))
  return {
    text,
    ...measure(text, limits),
    hashtags: used,
    hashtagPlacement: placementOf({ used, moved, isAdded: written.length > 0 }, style),
    warnings,
  }
}

const maxOf = ({ text: [rule] }: Limits): string => `${rule?.max ?? ''} ${rule?.words ?? ''}`

function placementOf(
  { used, moved, isAdded }: { readonly used: readonly string[]; readonly moved: boolean; readonly isAdded: boolean },
  { tagPlacement }: NetworkStyle,
): Caption['hashtagPlacement'] {
  if (used.length === 0) return 'none'
  if (moved) return 'first-comment'
  return isAdded ? tagPlacement : 'inline'
}

const hasTag = (text: string, tag: string): boolean =>
  [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].some(([, found = '']) => found.toLowerCase() === tag.toLowerCase())

function join(words: string, link: string | null, tags: readonly string[], style: NetworkStyle): string {
  const line = tags.map((tag) => `#${tag}`).join(' ')
  const withLink = [words, link ?? ''].filter((part) => part !== '').join(style.link === 'own line' ? '\n\n' : ' ')
  return [withLink, line].filter((part) => part !== '').join(style.tagPlacement === 'inline' ? ' ' : '\n\n')
}

/** True if a text meets every length rule of the network. */
const fitsInto = (text: string, { text: rules, dialect }: Limits): boolean =>
  rules.every((rule) => count(text, rule, dialect, rule.max) <= rule.max)

function measure(text: string, { text: [rule], dialect }: Limits): { characters: number; maxCharacters: number } {
  if (!rule) throw new Error('every network limits its text')
  return { characters: count(text, rule, dialect), maxCharacters: rule.max }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the longest fitting beginning of a text: whole sentences, else whole words, else part of a word. */
function shorten(text: string, fits: (text: string) => boolean): string {
  const sentences = splitSentences(text)
  const most = findMost(sentences.length, (n) => fits(cutAfter(text, sentences.slice(0, n))))
  if (most > 0) return cutAfter(text, sentences.slice(0, most))
  const words = (sentences[0] ?? text).split(' ')
  const few = findMost(words.length, (n) => fits(`${words.slice(0, n).join(' ')}…`))
  if (few > 0)
    return `${words
      .slice(0, few)
      .join(' ')
      .replace(/(?<![\s,;:–-])[\s,;:–-]+$/u, '')}…`
  const letters = [...graphemes.segment(words[0] ?? '')].map(({ segment }) => segment)
  const some = findMost(letters.length, (n) => fits(`${letters.slice(0, n).join('')}…`))
  return some > 0 ? `${letters.slice(0, some).join('')}…` : ''
}

/** Returns a text up to the end of these sentences, with its original line breaks between them. */
function cutAfter(text: string, sentences: readonly string[]): string {
  let end = 0
  for (const sentence of sentences) end = text.indexOf(sentence, end) + sentence.length
  return text.slice(0, end)
}

/** Returns the greatest number up to `all` that is accepted. If a number is accepted, so are all smaller ones. */
function findMost(all: number, isAccepted: (n: number) => boolean): number {
  let [low, high] = [0, all]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isAccepted(middle)) low = middle
    else high = middle - 1
  }
  return low
}
