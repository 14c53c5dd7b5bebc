import { find } from '#rules/find.ts'
import type { Entities } from './find.ts'

/**
 * Whether a post has our text. What comes back is not what was sent: links are shortened, one for the files is put behind
 * the text, three signs may come as HTML, and white at the ends is gone. So both are brought into one form first.
 */
export function isSameText(ours: string, theirs: string, entities: Entities): boolean {
  const wanted = plain(ours)
  return [unescaped(theirs), theirs].some((text) => plain(expanded(text, entities)) === wanted)
}

function expanded(text: string, { urls = [] }: Entities): string {
  let whole = text
  for (const { url, expanded_url: long, media_key: key } of urls) {
    const isFile = key !== undefined || /\/status\/\d+\/(?:photo|video)\/\d+$/.test(long ?? '')
    whole = isFile && long !== undefined ? withoutTail(whole, url) : whole.replaceAll(url, () => long ?? url)
  }
  // Where entities are not told, the link to a file is known only by its place.
  return urls.length === 0 ? whole.replace(/\s*https:\/\/t\.co\/[A-Za-z0-9]+$/, '') : whole
}

const withoutTail = (text: string, tail: string): string =>
  text.endsWith(tail) ? text.slice(0, -tail.length).trimEnd() : text

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Links without what a network may write in one way or another; white as one space. */
function plain(text: string): string {
  const written = text.normalize('NFC')
  let whole = ''
  let at = 0
  for (const { kind, start, end, value } of find(written, 'x')) {
    if (kind !== 'link') continue
    whole += `${written.slice(at, start)}${linkOf(value)}`
    at = end
  }
  return `${whole}${written.slice(at)}`.replaceAll(/\s+/g, ' ').trim()
}

function linkOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  return `${url.host}${url.pathname.replace(/\/$/, '')}${url.search}${url.hash}`
}
