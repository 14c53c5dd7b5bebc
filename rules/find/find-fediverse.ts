import { domainLength, hosts, isDomain, matchAt, matchFrom } from './domains.ts'
import type { Found } from './found.ts'

/**
 * Mastodon's rules. It finds links by X's rules, with its own paths and queries: a name is a link only with a scheme
 * and a real top-level domain, so `http://localhost` is not one.
 */
const maxLink = 4_096

const inPath = '[^\\s<>()?]'
const brackets = `\\((?:${inPath}{1,400}|${inPath}{0,400}\\(${inPath}{1,400}\\)${inPath}{0,400})\\)`
const port = /:\d+/y
const path = new RegExp(`\\/(?:${inPath}|${brackets}){0,${maxLink}}`, 'y')
const pathTail = /(?<![!*"'「」;:=,.$%[\]~&|@])[!*"'「」;:=,.$%[\]~&|@]+$/
const query = /\?(?:[a-z0-9!?*'();:&=+$/%#[\]\-_.,~|@^]|[^\0-\x9f]){1,4096}/iy
const queryTail = /(?<![!?*'();:+$%[\].,~|@^])[!?*'();:+$%[\].,~|@^]+$/

export function* linksOnFediverse(text: string): Generator<Found> {
  let free = 0
  for (let match = matchFrom(hosts, text, 0); match !== null; match = matchFrom(hosts, text, free)) {
    const host = match[1] ?? ''
    const start = match.index
    free = start + match[0].length
    const hostStart = free - host.length
    const length = domainLength(host, text[free])
    if (length === 0 || !isDomain(host.slice(0, length))) continue
    free = endOf(text, hostStart + length)
    if (free - start <= maxLink) yield { kind: 'link', start, end: free, value: text.slice(start, free) }
  }
}

function endOf(text: string, from: number): number {
  let end = from + (matchAt(port, text, from)?.length ?? 0)
  const written = matchAt(path, text, end)
  const kept = written?.replace(pathTail, '')
  end += kept?.length ?? 0
  if (kept !== written) return end
  return end + (matchAt(query, text, end)?.replace(queryTail, '').replace(/^\?$/, '').length ?? 0)
}

// A letter of any script before the `@` makes it part of a word. A name followed by one of these is not a mention.
const word = '\\p{L}\\p{M}\\p{Nd}\\p{Pc}'
const name = new RegExp(`(?<![=/${word}])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)(?:@[${word}]+(?:[.-]+[${word}]+)*)?`, 'giu')
const runsOn = /[@＠À-ÖØ-öø-ɏ]|[\u0300-\u036f]|:\/\//y

export function* namesOnFediverse(text: string): Generator<Found> {
  for (const match of text.matchAll(name)) {
    const end = match.index + match[0].length
    if (matchAt(runsOn, text, end) === undefined)
      yield { kind: 'mention', start: match.index, end, value: match[0].slice(1) }
  }
}
