import { z } from 'zod'
import type { StockProviderSettings } from '#infra/config/stock.ts'
import { AnswerUnusable, photosOnAPage, type StockPhoto, type StockProvider } from './contract.ts'
import { checkPhoto, readAnswer, readPhotos, side, withQuery } from './read.ts'

/**
 * Pexels, from its documentation (https://www.pexels.com/api/documentation/): the key is the value of `Authorization`,
 * and a photo is credited to its photographer with a link to its page.
 */

const about = { domain: 'pexels.com' }

const photoShape = z.object({
  id: z.int().min(1),
  width: side,
  height: side,
  url: z.string(),
  photographer: z.string(),
  photographer_url: z.string().nullish(),
  alt: z.string().nullish(),
  src: z.object({ original: z.string(), large2x: z.string(), medium: z.string() }),
})
const pageShape = z.object({
  total_results: z.int().min(0),
  next_page: z.string().nullish(),
  photos: z.array(z.unknown()).max(100),
})

/** Above this, the large version is imported instead of the original. */
const pixelsMost = 25_000_000

function readPhoto(settings: StockProviderSettings, body: unknown): StockPhoto | null {
  const { success, data } = photoShape.safeParse(body)
  if (!success) return null
  return checkPhoto(about, settings, {
    id: String(data.id),
    width: data.width,
    height: data.height,
    altText: data.alt ?? null,
    author: data.photographer,
    authorUrl: data.photographer_url ?? null,
    url: data.url,
    thumbnail: data.src.medium,
    file: data.width * data.height <= pixelsMost ? data.src.original : data.src.large2x,
    preview: null,
    event: null,
  })
}

const headersOf = ({ key }: StockProviderSettings) => ({ authorization: key })

export const pexels: StockProvider = {
  ...about,
  id: 'pexels',
  name: 'Pexels',
  kind: 'photo',
  url: 'https://www.pexels.com',
  license: 'Pexels License',
  licenseUrl: 'https://www.pexels.com/license/',
  setting: 'PEXELS_API_KEY',
  link: (_, url) => url,
  isLimit: ({ status }) => status === 429,
  async search(get, settings, q, page) {
    const url = withQuery(`${settings.url}/v1/search`, {
      query: q,
      page: String(page),
      per_page: String(photosOnAPage),
    })
    const found = readAnswer(pageShape, await get(url, headersOf(settings)))
    const photos = readPhotos(found.photos, (one) => readPhoto(settings, one))
    return { photos, total: found.total_results, hasMore: Boolean(found.next_page) }
  },
  async find(get, settings, id) {
    if (!/^\d{1,15}$/.test(id)) return null
    const body = await get(`${settings.url}/v1/photos/${id}`, headersOf(settings))
    if (body === null) return null
    const photo = readPhoto(settings, body)
    if (photo === null) throw new AnswerUnusable('the photo cannot be used')
    return photo
  },
  async take() {},
}
