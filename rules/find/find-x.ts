import type { Found } from './found.ts'
import { isTopLevelDomain } from './top-level-domains.ts'

/**
 * The link rules of X. X turns any name that ends like a domain into a link, with or without a scheme, and each link
 * costs the same: `README.md` is a link, and `node.js` is not. A bare name counts only as far as it is written in
 * Latin letters, and a query without a path before it is not part of the link.
 */
const maxLink = 4_096
const maxShortened = 40

// Characters that a label of a host may contain: no white space, no punctuation, no invisible characters.
const sign = '[^\\s\\p{C}!-\\/:-@\\[-`{-~]'
const label = `${sign}(?:(?:${sign}|[-_]){0,61}${sign})?`
const latin = '[a-z0-9\\-À-ÖØ-öø-ɏɓɔɖɗəɛɣɨɯɲʉʋʻ\\u0300-\\u036fḀ-ỿ]'
const hosts = new RegExp(`(?<![A-Za-z0-9@＠$#＃\\ufeff])https?:\\/\\/(${label}(?:\\.${label}){1,40})`, 'giu')
const before = '(?<![a-z0-9À-ÖØ-öø-ɏ\\u0300-\\u036f@$#\\ufeff\\-_/])(?<!(?:^|[\\0-\\x7f])\\.)'
const bareHosts = new RegExp(`${before}${latin}{1,63}(?:\\.${latin}{1,63}){1,40}`, 'giu')

const general = "[a-z0-9!*';:=+,.$/%#\\[\\]\\-–_~@|&\\u0400-\\u04ffÀ-ÖØ-öø-ɏɓɔɖɗəɛɣɨɯɲʉʋʻ\\u0300-\\u036fḀ-ỿ]"
const brackets = `\\((?:${general}{1,400}|${general}{0,400}\\(${general}{1,400}\\)${general}{0,400})\\)`
const port = /:\d{1,5}(?!\d)/y
const path = new RegExp(`\\/(?:${general}|${brackets}){0,${maxLink}}`, 'iy')
const pathTail = /(?<![!*';:,.$%[\]–~@|&])[!*';:,.$%[\]–~@|&]+$/
const query = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]{0,4096}/iy
const queryTail = /(?<![!?*'@();:+$%[\].,~|])[!?*'@();:+$%[\].,~|]+$/

export function* linksOnX(text: string): Generator<Found> {
  yield* fullLinks(text)
  yield* bareLinks(text)
}

const shortened = /https?:\/\/t\.co\/[a-z0-9]+/iy

function* fullLinks(text: string): Generator<Found> {
  let free = 0
  for (const match of text.matchAll(hosts)) {
    const host = match[1] ?? ''
    const start = match.index
    // A link in the path of another is not a link, and its own path is not read again.
    if (start < free) continue
    const hostStart = start + match[0].length - host.length
    const length = domainLength(host, text[hostStart + host.length])
    if (length === 0) continue
    const short = matchAt(shortened, text, start)
    free = short === undefined ? restOf(text, hostStart + length).end : start + short.length
    const value = text.slice(start, free)
    const isLink =
      short === undefined ? value.length <= maxLink : value.length - value.lastIndexOf('/') - 1 <= maxShortened
    if (isLink) yield { kind: 'link', start, end: free, value }
  }
}

function* bareLinks(text: string): Generator<Found> {
  let free = 0
  for (const match of text.matchAll(bareHosts)) {
    const [host] = match
    const start = match.index
    if (start < free) continue
    const length = domainLength(host, text[start + host.length])
    if (length === 0) continue
    const rest = restOf(text, start + length)
    free = rest.hasPath ? rest.end : start + length
    if (free - start <= maxLink) yield { kind: 'link', start, end: free, value: `https://${text.slice(start, free)}` }
  }
}

/** Returns the length of the longest beginning that ends in a top-level domain; 0: there is none. */
function domainLength(host: string, next: string | undefined): number {
  const labels = host.split('.')
  for (let count = labels.length; count > 1; count -= 1) {
    const before = labels.slice(0, count - 1)
    const name = before.at(-1) ?? ''
    const last = labels[count - 1] ?? ''
    const after = count < labels.length ? '.' : next
    const ending = endingOf(last, after)
    if (ending === null || name === '' || name.includes('_') || name.startsWith('-') || name.endsWith('-')) continue
    return before.join('.').length + 1 + ending.length
  }
  return 0
}

/** Returns the known ending, unless a character follows that would belong to it. */
function endingOf(last: string, after: string | undefined): string | null {
  const written = /^(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63}|(?:(?![a-z])[\p{L}\p{M}]){2,63})/iu.exec(last)?.[0]
  if (written === undefined) return null
  const next = last[written.length] ?? after ?? ''
  if (/[0-9a-z@+-]/i.test(next)) return null
  return /^xn--|^[^a-z]/i.test(written) || isTopLevelDomain(written) ? written : null
}

function restOf(text: string, from: number): { readonly end: number; readonly hasPath: boolean } {
  // Most hosts stand alone, and the three patterns below need not be tried.
  if (!':/?'.includes(text[from] ?? ' ')) return { end: from, hasPath: false }
  let end = from + (matchAt(port, text, from)?.length ?? 0)
  const written = matchAt(path, text, end)
  const kept = written?.replace(pathTail, '')
  end += kept?.length ?? 0
  if (kept !== written) return { end, hasPath: true }
  end += matchAt(query, text, end)?.replace(queryTail, '').replace(/^\?$/, '').length ?? 0
  return { end, hasPath: written !== undefined }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const cashtag = /(?<=^|\s)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![^\s!-/:-@[-_{-~])/gi

/** Finds cashtags: `$ABC`. */
export const cashtagsOnX = (text: string): readonly string[] => text.match(cashtag) ?? []

const name = /(?<![a-zA-Z0-9_!#$%&*@＠])[@＠]([a-zA-Z0-9_]{1,20})(?![a-zA-Z0-9_@＠À-ÖØ-öø-ɏ]|\p{M}|:\/\/)/gu

export function* namesOnX(text: string): Generator<Found> {
  for (const match of text.matchAll(name))
    yield { kind: 'mention', start: match.index, end: match.index + match[0].length, value: match[1] ?? '' }
}

const tag =
  /(?<![\p{L}\p{M}\p{Nd}_&])[#＃](?!\uFE0F|\u20E3)((?:[\p{L}\p{M}\p{Nd}_·・゠〜]|\u200c|\u200d){1,300})(?![#＃]|:\/\/)/gu

export function* tagsOnX(text: string): Generator<Found> {
  for (const match of text.matchAll(tag)) {
    const value = match[1] ?? ''
    if (/\p{L}/u.test(value)) yield { kind: 'tag', start: match.index, end: match.index + match[0].length, value }
  }
}
