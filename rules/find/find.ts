import { hasMoreGraphemes } from '#rules/count/graphemes.ts'
import type { Dialect } from '#rules/limits.ts'
import { remember } from '#rules/remember.ts'
import { linksOnFediverse, namesOnFediverse } from './find-fediverse.ts'
import { linksOnX, namesOnX, tagsOnX } from './find-x.ts'
import type { Found } from './found.ts'
import { isTopLevelDomain } from './top-level-domains.ts'

/**
 * Finds the links, mentions and tags that a network finds in a text, in order and without overlap. Each pattern is
 * anchored by its first character and bounded in length, so that the time is linear even for hostile text
 * (hostile.test.ts). Runs at the end of a word are matched after a `(?<!…)`; otherwise they would be tried again from
 * each of their characters.
 */
export const find = remember(findAnew, (dialect) => dialect)

export function findAnew(text: string, dialect: Dialect): readonly Found[] {
  const found = [...linksOf(text, dialect), ...othersOf(text, dialect)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  )
  let end = 0
  return found.filter((one) => {
    const isFree = one.start >= end
    if (isFree) end = one.end
    return isFree
  })
}

function linksOf(text: string, dialect: Dialect): Found[] {
  switch (dialect) {
    case 'bluesky':
      return [...fullLinks(text), ...bareLinks(text)]
    case 'x':
      return [...linksOnX(text)]
    case 'fediverse':
      return [...linksOnFediverse(text)]
    case 'instagram':
    case 'plain':
      return [...fullLinks(text)]
    default:
      return dialect satisfies never
  }
}

function othersOf(text: string, dialect: Dialect): Found[] {
  switch (dialect) {
    case 'bluesky':
      return [...handles(text), ...tags(text), ...cashtags(text)]
    case 'fediverse':
      return [...namesOnFediverse(text), ...wordTags(text)]
    case 'instagram':
      return [...namesOnInstagram(text), ...wordTags(text)]
    case 'x':
      return [...namesOnX(text), ...tagsOnX(text)]
    case 'plain':
      return [...wordTags(text)]
    default:
      return dialect satisfies never
  }
}

/** The maximum length of a link. A longer URL is not a link, because half a URL leads elsewhere. */
const maxLink = 2_048
/** The joiners connect emoji and letters; a link never ends with one. */
const fullLink = /(?<![\p{L}\p{N}_])https?:\/\/(?:[^\s\p{C}"<>]|[\u200C\u200D](?=[^\s\p{C}"<>])){1,2049}/giu

function* fullLinks(text: string): Generator<Found> {
  for (const match of text.matchAll(fullLink)) {
    if (match[0].length > maxLink) continue
    const written = withoutTail(match[0])
    const host = /^https?:\/\/([^/?#:]*)/i.exec(written)?.[1] ?? ''
    if (!host.includes('.') && host !== 'localhost') continue
    yield { kind: 'link', start: match.index, end: match.index + written.length, value: written }
  }
}

const bareLink =
  /(?<=^|[\s(])[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){1,8}(?::\d{1,5})?(?:[/?#](?:[^\s\p{C}"<>]|[\u200C\u200D](?=[^\s\p{C}"<>])){0,2049})?/giu

/** Finds `example.com/page` if it ends in a known top-level domain. */
function* bareLinks(text: string): Generator<Found> {
  for (const match of text.matchAll(bareLink)) {
    if (match[0].length > maxLink) continue
    const written = withoutTail(match[0])
    const host = /^[^/?#:]*/.exec(written)?.[0] ?? ''
    if (!isTopLevelDomain(host.split('.').at(-1) ?? '') || host.includes('-.') || host.endsWith('-')) continue
    yield { kind: 'link', start: match.index, end: match.index + written.length, value: `https://${written}` }
  }
}

/** Cuts off punctuation or markup after a URL, and a bracket that the URL did not open. */
function withoutTail(link: string): string {
  let end = link.length
  let unopened = link.split(')').length - link.split('(').length
  for (;;) {
    const last = link[end - 1] ?? ''
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!/[.,;:!?*`」』】》〉）]/.test(last)) return link.slice(0, end)
    end -= 1
  }
}

const handle = /(?<=^|[\s(])@([a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){1,8})/gi
/**
 * Matches the rest of an email address. Tested once for each handle: as part of its pattern it would be tried for each
 * length.
 */
const restOfAddress = /[\w.-]*@/y

function* handles(text: string): Generator<Found> {
  for (const match of text.matchAll(handle)) {
    restOfAddress.lastIndex = match.index + match[0].length
    if (restOfAddress.test(text)) continue
    const name = (match[1] ?? '').replace(/(?<![.-])[.-]+$/, '')
    const last = name.split('.').at(-1) ?? ''
    if (!name.includes('.') || !(isTopLevelDomain(last) || last === 'test' || last === 'sandbox')) continue
    yield { kind: 'mention', start: match.index, end: match.index + 1 + name.length, value: name.toLowerCase() }
  }
}

const maxTagGraphemes = 64
const tag = /(?<=^|\s)[#＃](?!\uFE0F)([^\s\p{Cf}\p{Me}]{1,640})/gu

function* tags(text: string): Generator<Found> {
  for (const match of text.matchAll(tag)) {
    const value = (match[1] ?? '').replace(/(?<!\p{P})\p{P}+$/u, '')
    if (value === '' || /^[\d\p{P}]*$/u.test(value)) continue
    if (hasMoreGraphemes(value, maxTagGraphemes)) continue
    yield { kind: 'tag', start: match.index, end: match.index + 1 + value.length, value }
  }
}

const cashtag = /(?<=^|[\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'’])/gi

/** Finds `$ABC`, which Bluesky turns into a tag in capitals, with its dollar sign. */
function* cashtags(text: string): Generator<Found> {
  for (const match of text.matchAll(cashtag)) {
    const end = match.index + match[0].length
    yield { kind: 'tag', start: match.index, end, value: match[0].toUpperCase() }
  }
}

const wordTag = /(?<![\p{L}\p{N}_/&#])#([\p{L}\p{M}\p{N}_]{1,300})/gu

function* wordTags(text: string): Generator<Found> {
  for (const match of text.matchAll(wordTag)) {
    const value = match[1] ?? ''
    if (/^[\p{N}_]*$/u.test(value)) continue
    yield { kind: 'tag', start: match.index, end: match.index + 1 + value.length, value }
  }
}

/** A dot at the end of a name ends the sentence. An `@` within a word belongs to an email address. */
const nameOnInstagram = /(?<![\p{L}\p{N}_.@/])@([a-z0-9_]{1,30}(?:\.[a-z0-9_]{1,30}){0,14})(?![\p{L}\p{N}_@])/giu

function* namesOnInstagram(text: string): Generator<Found> {
  for (const match of text.matchAll(nameOnInstagram)) {
    const value = match[1] ?? ''
    yield { kind: 'mention', start: match.index, end: match.index + 1 + value.length, value }
  }
}
