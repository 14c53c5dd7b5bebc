import {
  type Answer,
  type Call,
  CallFailed,
  type Http,
  type MediaRule,
  MediaUnfit,
  type Sendable,
} from '#connectors/connector.ts'
import { readHead } from './html-head.ts'

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
  if (!found) return 'the page could not be read'
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(found.answer.headers['content-type'] ?? ''))
    return 'it is not a web page'
  const { title: written, meta } = readHead(textOf(found.answer))
  const first = (...names: readonly string[]) => names.map((name) => meta.get(name)).find((one) => one !== undefined)
  const title = first('og:title', 'twitter:title') ?? written
  if (title === null || title === undefined) return 'the page has no title'
  const description = first('og:description', 'twitter:description', 'description') ?? ''
  const image = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src')
  const picture = image === undefined ? null : URL.parse(image, found.url)
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

function textOf({ body, headers }: Answer): string {
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
