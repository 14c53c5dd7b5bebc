import { z } from 'zod'
import { gifRatings } from '#infra/config/gif-ratings.ts'
import type { StockProviderSettings } from '#infra/config/stock.ts'
import { AnswerUnusable, photosOnAPage, type StockPhoto, type StockProvider } from './contract.ts'
import { checkPhoto, readAnswer, readPhotos, withQuery } from './read.ts'

/**
 * GIPHY, from its documentation (https://developers.giphy.com/docs/api/): the key is the parameter `api_key`, numbers
 * in `images` are text, and every page that shows GIFs says “Powered by GIPHY”. URLs of images are used unchanged.
 */

const about = { domain: 'giphy.com' }
const name = 'GIPHY'

const numeric = z.union([z.int(), z.string().regex(/^\d{1,12}$/)]).transform(Number)
const side = numeric.pipe(z.int().min(1).max(100_000))
const rendition = z.object({ url: z.string().min(1), size: numeric.nullish().catch(null) })
const loose = <Shape extends z.ZodType>(shape: Shape) => shape.nullish().catch(null)

const gifShape = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  url: z.string(),
  title: loose(z.string()),
  alt_text: loose(z.string()),
  username: loose(z.string()),
  rating: z.string(),
  user: loose(z.object({ display_name: loose(z.string()), profile_url: loose(z.string()) })),
  images: z.object({
    original: rendition.extend({ width: side, height: side, frames: loose(numeric) }),
    downsized_large: loose(rendition),
    downsized_medium: loose(rendition),
    downsized: loose(rendition),
    fixed_width_still: rendition,
    fixed_width_downsampled: loose(rendition.extend({ webp: loose(z.string().min(1)) })),
  }),
})
const metaShape = z.object({ response_id: z.string() })
const pageShape = z.object({
  data: z.array(z.unknown()).max(100),
  pagination: z.object({ total_count: z.int().min(0), count: z.int().min(0), offset: z.int().min(0) }),
  meta: metaShape,
})
const oneShape = z.object({ data: z.unknown(), meta: metaShape })

type Gif = z.output<typeof gifShape>

/** The highest offset that a search takes. */
const offsetMost = 4_999
/** Bounds of a file to import. Networks that make a video of a GIF take at least this much. */
const bytesMost = 8 * 1024 * 1024
const framesMost = 350
const pixelsOfAllFramesMost = 250_000_000

/** Returns the largest version within the bounds. GIPHY keeps each smaller one below a documented size. */
function chooseFile({ original, downsized_large, downsized_medium, downsized }: Gif['images']): string {
  const { width, height, frames, size } = original
  const isSmall = typeof size === 'number' && size > 0 && size <= bytesMost
  const isShort = (frames ?? 0) <= framesMost && width * height * (frames ?? 0) <= pixelsOfAllFramesMost
  if (isSmall && isShort) return original.url
  const smaller = [...(isShort ? [downsized_large, downsized_medium] : []), downsized].find((one) => one?.url)
  return smaller?.url ?? original.url
}

/** True if the operator allows this rating. A GIF without a known rating is not shown. */
function isAllowed(rating: string, { gifRating }: StockProviderSettings): boolean {
  const known = ['y', ...gifRatings]
  const at = known.indexOf(rating.toLowerCase())
  return at !== -1 && at <= known.indexOf(gifRating)
}

/** Pages are documented with `http`; GIPHY serves them with `https`. */
const secure = (url: string): string => url.replace(/^http:/, 'https:')

function presentGif(settings: StockProviderSettings, gif: Gif): StockPhoto | null {
  const { id, url, title, alt_text: altText, username, user, images } = gif
  const { original, fixed_width_still: still, fixed_width_downsampled: moving } = images
  return checkPhoto(about, settings, {
    id,
    width: original.width,
    height: original.height,
    altText: altText || title || null,
    author: user?.display_name || username || name,
    authorUrl: user?.profile_url ? secure(user.profile_url) : null,
    url: secure(url),
    thumbnail: still.url,
    preview: moving?.webp ?? moving?.url ?? null,
    file: chooseFile(images),
    event: null,
  })
}

function readGif(settings: StockProviderSettings, body: unknown): StockPhoto | null {
  const { success, data } = gifShape.safeParse(body)
  return success && isAllowed(data.rating, settings) ? presentGif(settings, data) : null
}

/** GIPHY returns 200 with an empty `response_id` if a part of it fails. */
function requireReal({ meta }: z.output<typeof oneShape>): void {
  if (meta.response_id === '') throw new AnswerUnusable('the response is a substitute for a failed one')
}

export const giphy: StockProvider = {
  ...about,
  id: 'giphy',
  name,
  kind: 'gif',
  url: 'https://giphy.com',
  license: 'GIPHY Terms of Service',
  licenseUrl: 'https://giphy.com/terms',
  setting: 'GIPHY_API_KEY',
  wordsMost: 50,
  link: (_, url) => url,
  isLimit: ({ status }) => status === 429,
  async search(get, settings, q, page) {
    const offset = (page - 1) * photosOnAPage
    const url = withQuery(`${settings.url}/v1/gifs/search`, {
      api_key: settings.key,
      q,
      limit: String(photosOnAPage),
      offset: String(offset),
      rating: settings.gifRating,
    })
    const found = readAnswer(pageShape, await get(url, {}))
    requireReal(found)
    const { total_count: total, count } = found.pagination
    const next = offset + count
    const photos = readPhotos(found.data, (one) => readGif(settings, one))
    return { photos, total, hasMore: count > 0 && next < total && next <= offsetMost }
  },
  async find(get, settings, id) {
    const url = withQuery(`${settings.url}/v1/gifs/${encodeURIComponent(id)}`, { api_key: settings.key })
    const body = await get(url, {})
    if (body === null) return null
    const found = readAnswer(oneShape, body)
    requireReal(found)
    const gif = readAnswer(gifShape, found.data)
    if (!isAllowed(gif.rating, settings)) return null
    const photo = presentGif(settings, gif)
    if (photo === null) throw new AnswerUnusable('the GIF cannot be used')
    return photo
  },
  async take() {},
}
