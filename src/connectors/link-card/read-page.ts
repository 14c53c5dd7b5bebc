import {
  type Answer,
  type Call,
  CallFailed,
  type Http,
  type MediaRule,
  MediaUnfit,
  type Sendable,
} from '#connectors/connector.ts'

const pageMs = 8_000
const maxPageBytes = 2 * 1024 * 1024
const maxPictureBytes = 10_000_000
const maxHops = 3

/** The metadata of a page, for a card under a post on a network that does not read pages itself. */
interface LinkedPage {
  readonly title: string
  readonly description: string
  /** The URL of the page's image. */
  readonly picture: string | null
}

/** Reads the metadata of a page. Without a card, returns the reason as the end of a sentence. */
export async function readPage(http: Http, uri: string): Promise<LinkedPage | string> {
  const found = await fetchForeign(http, uri, { name: 'linked page', accept: 'text/html', maxBytes: maxPageBytes })
  return found ? describePage(found.answer, found.url) : 'the page could not be read'
}

/** Reads the metadata in a response from this URL. Without a card, returns the reason as the end of a sentence. */
export function describePage(answer: Pick<Answer, 'headers' | 'body'>, url: string): LinkedPage | string {
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.headers['content-type'] ?? ''))
    return 'it is not a web page'
  const { title: written, meta } = readHead(textOf(answer))
  const first = (...names: readonly string[]) => names.map((name) => meta.get(name)).find((one) => one !== undefined)
  const title = first('og:title', 'twitter:title') ?? written
  if (title === null || title === undefined) return 'the page has no title'
  const description = first('og:description', 'twitter:description', 'description') ?? ''
  const image = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src')
  const picture = image === undefined ? null : URL.parse(image, url)
  return { title, description, picture: picture && /^https?:$/.test(picture.protocol) ? picture.href : null }
}

/**
 * Fetches a page's image, applies its EXIF rotation and resizes it to fit. Returns null if the image cannot be used.
 */
export async function readPicture(
  { http, fit }: Pick<Call<unknown>, 'http' | 'fit'>,
  url: string,
  rule: MediaRule,
): Promise<Sendable | null> {
  const found = await fetchForeign(http, url, { name: 'linked picture', accept: 'image/*', maxBytes: maxPictureBytes })
  if (!found) return null
  try {
    return await fit(found.answer.body, rule)
  } catch (error) {
    if (error instanceof MediaUnfit) return null
    throw error
  }
}

interface Wanted {
  readonly name: string
  readonly accept: string
  readonly maxBytes: number
}

/** Fetches an external page or image. Returns null on any failure, which does not withhold the post. */
async function fetchForeign(http: Http, url: string, { name, accept, maxBytes }: Wanted) {
  let at = url
  for (let hop = 0; hop <= maxHops; hop += 1) {
    const request = { name, method: 'GET', url: at, headers: { accept }, maxBytes, timeoutMs: pageMs } as const
    try {
      return { answer: await http.send({ ...request, foreign: true }), url: at }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      const { status, headers } = error.failure
      const to = status !== null && status >= 300 && status < 400 ? URL.parse(headers.location ?? '', at) : null
      if (!to || !headers.location) return null
      at = to.href
    }
  }
  return null
}

function textOf({ body, headers }: Pick<Answer, 'headers' | 'body'>): string {
  const charsetPattern = /charset\s*=\s*["']?([\w-]{2,40})/i
  const label =
    charsetPattern.exec(headers['content-type'] ?? '')?.[1] ??
    charsetPattern.exec(body.toString('latin1', 0, 1_024))?.[1]
  try {
    return new TextDecoder(label ?? 'utf-8').decode(body)
  } catch {
    return body.toString('utf8')
  }
}

/** The title and metadata in the head of a page. */
interface Head {
  readonly title: string | null
  /** Values by lowercase name or property; the first of each. */
  readonly meta: ReadonlyMap<string, string>
}

const maxHead = 300_000
const maxTags = 2_000
const maxTag = 8_192

/**
 * Reads the head of anything that a server calls HTML. It reads tag by tag and never backtracks, so a hostile page is
 * read as fast as any other.
 */
export function readHead(html: string): Head {
  const text = html.slice(0, maxHead)
  const meta = new Map<string, string>()
  let title: string | null = null
  let at = 0
  for (let count = 0; count < maxTags; count += 1) {
    const open = text.indexOf('<', at)
    if (open === -1) break
    if (text.startsWith('<!--', open)) {
      const end = text.indexOf('-->', open + 4)
      if (end === -1) break
      at = end + 3
      continue
    }
    const close = tagEnd(text, open)
    if (close === -1) break
    const tag = text.slice(open + 1, close)
    at = close + 1
    const name = /^\/?[a-z][a-z0-9]*/i.exec(tag)?.[0].toLowerCase()
    if (name === '/head' || name === 'body') break
    if (name === 'script' || name === 'style' || name === 'noscript' || name === 'title') {
      const end = endOf(text, name, at)
      if (name === 'title') title ??= plain(text.slice(at, end === -1 ? at : end))
      if (end === -1) break
      at = end
    } else if (name === 'meta') keep(meta, attributesOf(tag))
  }
  return { title: title === '' ? null : title, meta }
}

function keep(meta: Map<string, string>, attributes: ReadonlyMap<string, string>): void {
  const name = (attributes.get('property') ?? attributes.get('name'))?.trim().toLowerCase()
  const content = plain(attributes.get('content') ?? '')
  if (name !== undefined && content !== '' && !meta.has(name)) meta.set(name, content)
}

/** Finds the `>` that ends a tag, skipping those within quotes. */
function tagEnd(text: string, open: number): number {
  let quote = ''
  const last = Math.min(text.length, open + maxTag)
  for (let at = open + 1; at < last; at += 1) {
    const char = text[at] ?? ''
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '>') return at
    else if ((char === '"' || char === "'") && text[at - 1] === '=') quote = char
  }
  return text.indexOf('>', open)
}

function endOf(text: string, name: string, from: number): number {
  for (let at = text.indexOf('</', from); at !== -1; at = text.indexOf('</', at + 2))
    if (text.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
  return -1
}

const attribute = /([a-z][a-z0-9:_-]{0,40})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of tag.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '')
  }
  return found
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/** Decodes character references, and replaces control characters and line breaks with spaces. */
const plain = (text: string): string =>
  text
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (typeof name === 'string') return named[name.toLowerCase()] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      const isText = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
      return isText ? String.fromCodePoint(point) : '\uFFFD'
    })
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
