import { bareHosts, domainLength, hosts, isDomain, matchAt, matchFrom } from './domains.ts'
import type { Found } from './found.ts'

/**
 * X's link rules. X turns any name that ends like a domain into a link, with or without a scheme, and each link costs
 * the same: `README.md` is a link, and `node.js` is not. A bare name counts only as far as it is in Latin letters,
 * apart from its ending, and a query without a path is not part of the link.
 */
const maxLink = 4_096
const maxShortened = 40

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

const shortened = /https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]{0,4096})?/iy

function* fullLinks(text: string): Generator<Found> {
  let free = 0
  // A host is matched greedily, so the search continues where the link really ends.
  for (let match = matchFrom(hosts, text, 0); match !== null; match = matchFrom(hosts, text, free)) {
    const host = match[1] ?? ''
    const start = match.index
    free = start + match[0].length
    const hostStart = start + match[0].length - host.length
    const length = domainLength(host, text[hostStart + host.length])
    if (length === 0 || !isDomain(host.slice(0, length))) continue
    const short = shortenedAt(text, start)
    free = short?.end ?? restOf(text, hostStart + length).end
    const value = text.slice(start, free)
    if (short?.isLink ?? value.length <= maxLink) yield { kind: 'link', start, end: free, value }
  }
}

/** Reads a link shortened by X, with its parameters. One with a longer name is not X's. */
function shortenedAt(text: string, start: number): { readonly end: number; readonly isLink: boolean } | null {
  shortened.lastIndex = start
  const match = shortened.exec(text)
  if (match === null) return null
  const [whole, slug = ''] = match
  return { end: start + whole.replace(queryTail, '').length, isLink: slug.length <= maxShortened }
}

function* bareLinks(text: string): Generator<Found> {
  let free = 0
  for (const match of text.matchAll(bareHosts)) {
    const [host] = match
    const start = match.index
    if (start < free) continue
    const length = domainLength(host, text[start + host.length])
    if (length === 0 || !isDomain(host.slice(0, length))) continue
    const rest = restOf(text, start + length)
    free = rest.hasPath ? rest.end : start + length
    if (free - start <= maxLink) yield { kind: 'link', start, end: free, value: `https://${text.slice(start, free)}` }
  }
}

function restOf(text: string, from: number): { readonly end: number; readonly hasPath: boolean } {
  // Most hosts have no special neighbors, and then the three patterns below are skipped.
  if (!':/?'.includes(text[from] ?? ' ')) return { end: from, hasPath: false }
  let end = from + (matchAt(port, text, from)?.length ?? 0)
  const written = matchAt(path, text, end)
  const kept = written?.replace(pathTail, '')
  end += kept?.length ?? 0
  if (kept !== written) return { end, hasPath: true }
  end += matchAt(query, text, end)?.replace(queryTail, '').replace(/^\?$/, '').length ?? 0
  return { end, hasPath: written !== undefined }
}

const cashtag = /(?<=^|\s)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![^\s!-/:-@[-_{-~])/gi

/** Finds cashtags: `$ABC`. */
export const cashtagsOnX = (text: string): readonly string[] => text.match(cashtag) ?? []

// A name may follow the repost mark without a space: `RT@name`.
const beforeName = '(?<=(?<![a-zA-Z0-9_+~.-])rt|(?<![a-zA-Z0-9_!#$%&*@＠]))'
const name = new RegExp(`${beforeName}[@＠]([a-z0-9_]{1,20})(?![a-z0-9_@＠À-ÖØ-öø-ɏ\\u0300-\\u036f]|:\\/\\/)`, 'gi')

export function* namesOnX(text: string): Generator<Found> {
  for (const match of text.matchAll(name))
    yield { kind: 'mention', start: match.index, end: match.index + match[0].length, value: match[1] ?? '' }
}

const ofTag = String.raw`\p{L}\p{M}\p{Nd}_·・゠〜～゛゜〃־׳״་༌\ua67e\u200c\u200d`
const tag = new RegExp(
  String.raw`(?<!(?![\ufe0e\ufe0f])[${ofTag}&])[#＃](?![\ufe0f\u20e3])([${ofTag}]{1,300})(?![${ofTag}#＃]|:\/\/)`,
  'gu',
)

export function* tagsOnX(text: string): Generator<Found> {
  for (const match of text.matchAll(tag)) {
    const value = match[1] ?? ''
    if (/\p{L}/u.test(value)) yield { kind: 'tag', start: match.index, end: match.index + match[0].length, value }
  }
}
