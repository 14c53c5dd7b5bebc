import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StockProviderSettings } from '#infra/config/stock.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import { makeUrlToken, readUrlToken } from '#infra/seal/url-token.ts'
import type { Caller } from '#kernel/caller.ts'
import { countCall } from '#kernel/calls-a-minute.ts'
import { hours, seconds } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { KeptImage } from '#kernel/kept-images.ts'
import { importLocated } from '#modules/media/index.ts'
import { callProvider } from './call-provider.ts'
import type { StockDeps, StockRouteDeps } from './deps.ts'
import { callsAMinute, keepPage, pageKeptMs } from './memory.ts'
import type { FoundPhotos, StockKind, StockProvider, StockProviderId } from './providers/contract.ts'
import { stockProviders } from './providers/index.ts'
import { isFileUrl } from './providers/read.ts'
import type { SearchQuery, TakeInput } from './schema.ts'

const thumbnailMs = seconds(10)
const thumbnailBytesMost = 1024 * 1024
const thumbnailTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

interface SetUp {
  readonly provider: StockProvider
  readonly settings: StockProviderSettings
}

/** Returns the providers that have a key, of one kind or of all. */
export const listStockProviders = (
  { config }: Pick<StockDeps, 'config'>,
  { kind }: { readonly kind?: StockKind | undefined } = {},
): readonly StockProvider[] =>
  stockProviders.flatMap((provider) => {
    if (kind !== undefined && provider.kind !== kind) return []
    const settings = config.stock[provider.id]
    if (settings === null) return []
    const { url, licenseUrl } = provider
    return [{ ...provider, url: provider.link(settings, url), licenseUrl: provider.link(settings, licenseUrl) }]
  })

function requireProvider({ config }: Pick<StockDeps, 'config'>, id: StockProviderId): SetUp {
  const provider = stockProviders.find((one) => one.id === id)
  const settings = config.stock[id]
  if (!provider || settings === null) {
    const detail = 'Nothing was sent anywhere. `GET /v1/stock/providers` lists the providers that are set up.'
    return refuse('stock_not_set_up', { detail })
  }
  return { provider, settings }
}

/** Searches a provider. The same words within an hour are answered from memory. */
export async function searchStock(deps: StockRouteDeps, caller: Caller, { provider: id, q, page }: SearchQuery) {
  const { provider, settings } = requireProvider(deps, id)
  const words = q.trim().replace(/\s+/g, ' ').toLowerCase()
  const { photos, ...found } = await findPage(deps, caller, { provider, settings }, words, page)
  return {
    provider: provider.id,
    kind: provider.kind,
    page,
    ...found,
    photos: photos.map((photo) => ({
      ...photo,
      thumbnailUrl: thumbnailUrl(deps, photo.thumbnail),
      previewUrl: photo.preview === null ? null : thumbnailUrl(deps, photo.preview),
    })),
  }
}

async function findPage(
  deps: StockRouteDeps,
  caller: Caller,
  { provider, settings }: SetUp,
  words: string,
  page: number,
): Promise<FoundPhotos> {
  const { memory, clock } = deps
  const key = JSON.stringify([provider.id, settings.url, settings.gifRating, page, words])
  const known = memory.pages.get(key)
  const now = clock.now()
  if (known && Math.abs(now.getTime() - known.at.getTime()) < pageKeptMs) return known.found
  requireCall(deps, caller)
  const found = await callProvider(deps, memory, provider, settings, (get) =>
    provider.search(get, settings, words, page),
  )
  keepPage(memory, key, { at: now, found }, (id) => photoKey(provider, settings, id))
  return found
}

const photoKey = ({ id: provider }: StockProvider, { url, gifRating }: StockProviderSettings, id: string): string =>
  JSON.stringify([provider, url, gifRating, id])

function requireCall({ memory, clock }: StockRouteDeps, { uid }: Caller): void {
  const waitMs = countCall(memory.calls, uid, clock.now(), callsAMinute)
  if (waitMs > 0) refuse('stock_limit', { detail: 'You searched too often in a minute.', retryAfterMs: waitMs })
}

const thumbnailUrl = ({ config, seal, clock }: StockDeps, url: string): string =>
  `${config.publicUrl}/v1/stock/thumbnail?token=${makeUrlToken(seal, clock, 'stock-thumbnail', url)}`

/**
 * Imports a photo with its author and license. The provider is notified of the use before the file is loaded, and only
 * if the caller may add a file.
 */
export async function takePhoto(deps: StockRouteDeps, caller: Caller, input: TakeInput, signal?: AbortSignal) {
  const { provider: providerId, id, ...params } = input
  const locate = async () => {
    const { provider, settings } = requireProvider(deps, providerId)
    requireCall(deps, caller)
    const photo = await callProvider(deps, deps.memory, provider, settings, async (get) => {
      const known = deps.memory.photos.get(photoKey(provider, settings, id))
      const found = known ?? (await provider.find(get, settings, id)) ?? refuse('stock_photo_not_found')
      await provider.take(get, settings, found)
      return found
    })
    return {
      url: photo.file,
      name: `${provider.id}-${photo.id}`,
      altText: photo.altText,
      source: {
        provider: provider.id,
        providerName: provider.name,
        author: photo.author,
        authorUrl: photo.authorUrl,
        url: photo.url,
        license: provider.license,
        licenseUrl: provider.link(settings, provider.licenseUrl),
      },
      trustedOrigin: new URL(settings.url).origin,
    }
  }
  return importLocated(deps, caller, params, locate, signal)
}

/** Opens a thumbnail. The service loads it, so that a provider does not see who looks at it. */
export async function openThumbnail(deps: StockRouteDeps, token: string) {
  const url = readUrlToken(deps.seal, deps.clock, 'stock-thumbnail', token) ?? refuse('media_link_invalid')
  const setUp = listStockProviders(deps).flatMap((provider) => {
    const settings = deps.config.stock[provider.id]
    return settings !== null && isFileUrl(provider, settings, url) ? [{ provider, settings }] : []
  })[0]
  if (!setUp) return refuse('media_link_invalid')
  const loading = deps.memory.thumbnails.get(url, () => loadThumbnail(deps, setUp, url)) ?? refuse('media_busy')
  const { bytes, contentType } = await loading
  return {
    size: bytes.length,
    contentType,
    etag: createHash('sha256').update(url).digest('hex').slice(0, 32),
    lastModified: new Date(0),
    fileName: 'photo',
    keepMs: hours(1),
    open: async (range?: { readonly start: number; readonly end: number }) =>
      Readable.from([range ? bytes.subarray(range.start, range.end) : bytes]),
  }
}

async function loadThumbnail(deps: StockDeps, { provider, settings }: SetUp, url: string): Promise<KeptImage> {
  try {
    const { status, body } = await deps.outbound.request({
      url,
      headers: { accept: 'image/webp, image/gif, image/jpeg, image/png' },
      timeoutMs: thumbnailMs,
      maxBytes: thumbnailBytesMost,
      userNamed: new URL(url).origin !== new URL(settings.url).origin,
    })
    const contentType = status === 200 ? await deps.mediaWorker.sniff(body.subarray(0, 4_100)) : null
    if (contentType !== null && thumbnailTypes.includes(contentType)) return { bytes: body, contentType }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
  }
  return refuse('stock_unavailable', { detail: `${provider.name} didn’t return the image. Try again later.` })
}
