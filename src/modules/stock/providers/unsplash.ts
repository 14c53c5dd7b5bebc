import { z } from 'zod'
import type { StockProviderSettings } from '#infra/config/stock.ts'
import { AnswerUnusable, photosOnAPage, type StockPhoto, type StockProvider } from './contract.ts'
import { checkPhoto, readAnswer, readPhotos, side, withQuery } from './read.ts'

/**
 * Unsplash, from its documentation (https://unsplash.com/documentation) and its API guidelines: the key is sent as
 * `Client-ID`, `links.download_location` is called with all of its parameters when a photo is used, and every link to
 * Unsplash has `utm_source` and `utm_medium`.
 */

const about = { domain: 'unsplash.com' }

const photoShape = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  width: side,
  height: side,
  alt_description: z.string().nullish(),
  urls: z.object({ raw: z.string(), small: z.string() }),
  user: z.object({ name: z.string(), links: z.object({ html: z.string() }) }),
  links: z.object({ html: z.string(), download_location: z.string() }),
})
const pageShape = z.object({
  total: z.int().min(0),
  total_pages: z.int().min(0),
  results: z.array(z.unknown()).max(100),
})

const link = ({ appName }: StockProviderSettings, url: string): string =>
  withQuery(url, { utm_source: appName, utm_medium: 'referral' })

/** Large enough for every network. `fit=max` keeps a smaller photo as it is. */
const fileQuery = { w: '2400', fit: 'max', fm: 'jpg', q: '85' }

function readPhoto(settings: StockProviderSettings, body: unknown): StockPhoto | null {
  const { success, data } = photoShape.safeParse(body)
  if (!success || ![data.urls.raw, data.user.links.html, data.links.html].every((url) => URL.canParse(url))) return null
  const linked = (url: string) => link(settings, url)
  return checkPhoto(about, settings, {
    id: data.id,
    width: data.width,
    height: data.height,
    altText: data.alt_description ?? null,
    author: data.user.name,
    authorUrl: linked(data.user.links.html),
    url: linked(data.links.html),
    thumbnail: data.urls.small,
    file: withQuery(data.urls.raw, fileQuery),
    preview: null,
    event: data.links.download_location,
  })
}

const headersOf = ({ key }: StockProviderSettings) => ({ authorization: `Client-ID ${key}`, 'accept-version': 'v1' })

export const unsplash: StockProvider = {
  ...about,
  id: 'unsplash',
  name: 'Unsplash',
  kind: 'photo',
  url: 'https://unsplash.com',
  license: 'Unsplash License',
  licenseUrl: 'https://unsplash.com/license',
  setting: 'UNSPLASH_ACCESS_KEY',
  link,
  isLimit: ({ status, remaining, body }) =>
    status === 429 || (status === 403 && (remaining === '0' || /^.{0,100}rate limit exceeded/is.test(body.toString()))),
  async search(get, settings, q, page) {
    const url = withQuery(`${settings.url}/search/photos`, {
      query: q,
      page: String(page),
      per_page: String(photosOnAPage),
      content_filter: 'high',
    })
    const found = readAnswer(pageShape, await get(url, headersOf(settings)))
    const photos = readPhotos(found.results, (one) => readPhoto(settings, one))
    return { photos, total: found.total, hasMore: page < found.total_pages }
  },
  async find(get, settings, id) {
    const body = await get(`${settings.url}/photos/${encodeURIComponent(id)}`, headersOf(settings))
    if (body === null) return null
    return readPhoto(settings, body) ?? unusable()
  },
  async take(get, settings, { event }) {
    if (event !== null) await get(event, headersOf(settings))
  },
}

function unusable(): never {
  throw new AnswerUnusable('the photo cannot be used')
}
