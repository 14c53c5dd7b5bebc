import { count } from '#rules/count/count.ts'
import { find } from '#rules/find/find.ts'
import { holdsLink } from '#rules/find/holds-link.ts'
import type { Limits } from '#rules/limits.ts'
import type { Network } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { type NetworkStyle, networkStyles } from './network-style.ts'
import { findMost, shorten } from './shorten.ts'
import type { Source } from './source.ts'
import type { CaptionDraft } from './write-by-rules.ts'

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

/**
 * Puts links and hashtags where the network expects them, and shortens the text until everything fits. A link or
 * hashtag that is cut off with the text is added after it.
 */
export function assembleCaption(
  network: Network,
  source: Source,
  { body, tags }: CaptionDraft,
  earlier: readonly Warning[],
): Caption {
  const { link, title } = source
  const limits = limitsForNetwork(network)
  const style = networkStyles[network]
  const warnings = [...earlier]
  const warn = (code: string, message: string) => void warnings.push({ code, message })
  if (link !== null && style.link === 'none')
    warn('link_not_clickable', `Links in ${limits.name} text aren’t clickable, so we removed it.`)
  if (link !== null && style.link === 'field') warn('link_in_field', `Send the link in the post’s \`link\` field.`)
  if (title !== '' && style.title === 'field') warn('title_in_field', 'Send the title in the post’s `title` field.')

  const links = linksToKeep(source, limits, style)
  const build = (words: string, linkCount: number, wanted: readonly string[]) =>
    join(words, links.slice(0, linkCount).filter(isMissingFrom(words, limits)), missingTags(words, wanted), style)
  const usual = tags.slice(0, style.tags)
  const wanted = usual.slice(
    0,
    findMost(usual.length, (n) => fitsInto(build('', 0, usual.slice(0, n)), limits)),
  )
  const fits = (words: string, linkCount: number, written: readonly string[]) =>
    fitsInto(build(words, linkCount, written), limits)

  // Hashtags are moved before text is cut, if a first comment can hold them.
  const all = links.length
  const moved =
    limits.firstComment && missingTags(body, wanted).length > 0 && !fits(body, all, wanted) && fits(body, all, [])
  const written = moved ? [] : wanted
  const hasLink = (text: string) => listLinks(text, limits).length > 0
  const cut = (linkCount: number) => shorten(body, (text) => fits(text, linkCount, written), hasLink)
  const linkCount = cut(all) === '' ? findMost(all, (n) => fits(cut(n), n, written) && cut(n) !== '') : all
  const words = cut(linkCount)
  if (words !== body) warn('text_shortened', `Shortened to fit ${limits.name}’s ${maxOf(limits)} limit.`)
  const text = build(words, linkCount, written)
  const lost = links.filter(isMissingFrom(text, limits))
  if (lost.length > 0)
    warn('link_left_out', `${lost.slice(0, 3).join(', ')} did not fit into ${limits.name}’s ${maxOf(limits)}.`)
  const used = moved ? wanted : wanted.filter((tag) => hasTag(text, tag))
  if (used.length < tags.length)
    warn('hashtags_left_out', `Used ${used.length} of ${tags.length} hashtags, the norm on ${limits.name}.`)
  return {
    text,
    ...measure(text, limits),
    hashtags: used,
    hashtagPlacement: placementOf({ used, moved, isAdded: missingTags(words, written).length > 0 }, style),
    warnings,
  }
}

/**
 * The maximum number of a text's links that are added after it is cut. No network has room for more next to a sentence.
 */
const mostLinks = 10

/**
 * Lists the links that the caption must contain: those of the description, then the given one if it belongs in the
 * text.
 */
function linksToKeep({ description, link }: Source, limits: Limits, style: NetworkStyle): string[] {
  const isInText = style.link === 'end' || style.link === 'own line'
  const found = [...new Set(listLinks(description, limits))]
  const others = link === null ? found : found.filter((one) => isMissingFrom(one, limits)(link))
  return [...(link !== null && isInText ? [link] : []), ...others].slice(0, mostLinks)
}

const listLinks = (text: string, { dialect }: Limits): string[] =>
  find(text, dialect).flatMap(({ kind, start, end }) => (kind === 'link' ? [text.slice(start, end)] : []))

const isMissingFrom =
  (text: string, { dialect }: Limits) =>
  (link: string): boolean =>
    !holdsLink(text, link, dialect)

const missingTags = (words: string, wanted: readonly string[]): string[] => wanted.filter((tag) => !hasTag(words, tag))

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

function join(words: string, links: readonly string[], tags: readonly string[], style: NetworkStyle): string {
  const line = tags.map((tag) => `#${tag}`).join(' ')
  const ownLine = style.link === 'own line'
  const withLink = [words, links.join(ownLine ? '\n' : ' ')].filter((part) => part !== '').join(ownLine ? '\n\n' : ' ')
  return [withLink, line].filter((part) => part !== '').join(style.tagPlacement === 'inline' ? ' ' : '\n\n')
}

/** True if a text meets every length rule of the network. */
const fitsInto = (text: string, { text: rules, dialect }: Limits): boolean =>
  rules.every((rule) => count(text, rule, dialect, rule.max) <= rule.max)

function measure(text: string, { text: [rule], dialect }: Limits): { characters: number; maxCharacters: number } {
  if (!rule) throw new Error('every network limits its text')
  return { characters: count(text, rule, dialect), maxCharacters: rule.max }
}
