import { z } from 'zod'
import type { StockProviderSettings } from '#infra/config/stock.ts'
import { AnswerUnusable, type StockPhoto, type StockProvider } from './contract.ts'

/** Reads what providers return. All of it is text of strangers. */

const urlMost = 1_500
const nameMost = 200
const altTextMost = 2_000

/** Decodes a response. Throws `AnswerUnusable`. */
export function readAnswer<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  const { success, data } = shape.safeParse(body)
  if (!success) throw new AnswerUnusable('the response does not have the documented shape')
  return data
}

/** Keeps those photos of a list that can be used. A photo that leads elsewhere is left out. */
export const readPhotos = <One>(list: readonly One[], read: (one: One) => StockPhoto | null): StockPhoto[] =>
  list.flatMap((one) => read(one) ?? [])

/** Returns the photo, or null if one of its required URLs does not lead to the provider. */
export function checkPhoto(
  provider: Pick<StockProvider, 'domain'>,
  settings: StockProviderSettings,
  photo: StockPhoto,
): StockPhoto | null {
  const isUsable =
    isFileUrl(provider, settings, photo.thumbnail) &&
    isFileUrl(provider, settings, photo.file) &&
    (photo.preview === null || isFileUrl(provider, settings, photo.preview)) &&
    (photo.event === null || isApiUrl(settings, photo.event)) &&
    isPage(provider, photo.url)
  if (!isUsable) return null
  const author = plain(photo.author, nameMost)
  const altText = plain(photo.altText ?? '', altTextMost)
  return {
    ...photo,
    author: author === '' ? 'Unknown' : author,
    authorUrl: photo.authorUrl !== null && isPage(provider, photo.authorUrl) ? photo.authorUrl : null,
    altText: altText === '' ? null : altText,
  }
}

/** True for a URL of an image: on the provider's domain, or on the origin that the operator configured. */
export function isFileUrl({ domain }: Pick<StockProvider, 'domain'>, { url }: StockProviderSettings, text: string) {
  const parsed = parse(text)
  return parsed !== null && (parsed.origin === new URL(url).origin || isOnDomain(parsed, domain))
}

/** True for a URL of the API. The key is sent to no other URL. */
function isApiUrl({ url }: StockProviderSettings, text: string): boolean {
  return parse(text)?.origin === new URL(url).origin
}

function isPage({ domain }: Pick<StockProvider, 'domain'>, text: string): boolean {
  const parsed = parse(text)
  return parsed !== null && isOnDomain(parsed, domain)
}

const isOnDomain = ({ protocol, hostname, port }: URL, domain: string): boolean =>
  protocol === 'https:' && port === '' && (hostname === domain || hostname.endsWith(`.${domain}`))

function parse(text: string): URL | null {
  const url = text.length > urlMost || /[\s\\\p{Cc}]/u.test(text) ? null : URL.parse(text)
  return url?.username === '' && url.password === '' && /^https?:$/.test(url.protocol) ? url : null
}

/** Returns a text in one line, without characters that a reader cannot see. */
const plain = (text: string, most: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()

/** Returns the URL with these parameters added or replaced. */
export function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const parsed = new URL(url)
  for (const [name, value] of Object.entries(query)) parsed.searchParams.set(name, value)
  return parsed.href
}

export const side = z.int().min(1).max(100_000)
