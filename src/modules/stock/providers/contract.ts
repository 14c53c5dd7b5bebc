import type { StockProviderSettings, StockSettings } from '#infra/config/stock.ts'

/** A photo or GIF of a provider. Its URLs have been checked: they lead to the provider. */
export interface StockPhoto {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly altText: string | null
  readonly author: string
  readonly authorUrl: string | null
  /** The page of the photo. */
  readonly url: string
  /** The URL of a small image, which only this service loads. */
  readonly thumbnail: string
  /** The URL of a small moving image, for a GIF. It is loaded like the thumbnail. */
  readonly preview: string | null
  /** The URL of the file to import. */
  readonly file: string
  /** The URL to call when the photo is added, if the provider counts this. */
  readonly event: string | null
}

export interface FoundPhotos {
  readonly photos: readonly StockPhoto[]
  readonly total: number
  readonly hasMore: boolean
}

/** Performs a GET request with the provider's credential. Returns the JSON, or null if the provider has nothing there. */
export type GetJson = (url: string, headers: Readonly<Record<string, string>>) => Promise<unknown>

export type StockProviderId = Exclude<keyof StockSettings, 'origins'>

export const stockKinds = ['photo', 'gif'] as const
export type StockKind = (typeof stockKinds)[number]

/** A provider of stock photos or GIFs. */
export interface StockProvider {
  readonly id: StockProviderId
  readonly name: string
  /** The kind of all of its files. */
  readonly kind: StockKind
  /** The provider's home page. */
  readonly url: string
  /** Returns a link to one of the provider's pages, in the form that it requires. */
  link(settings: StockProviderSettings, url: string): string
  readonly license: string
  readonly licenseUrl: string
  /** The setting with the key. */
  readonly setting: string
  /** The maximum length of the words that it searches for, if it is lower than ours. */
  readonly wordsMost?: number
  /** The domain of its pages and images. */
  readonly domain: string
  /** True for a response that means that the key may make no more requests for now. */
  isLimit(response: { readonly status: number; readonly remaining: string | undefined; readonly body: Buffer }): boolean
  /** Returns a page of photos. Throws `AnswerUnusable` for a response of another shape. */
  search(get: GetJson, settings: StockProviderSettings, q: string, page: number): Promise<FoundPhotos>
  /** Returns a photo, or null if there is none with this ID. */
  find(get: GetJson, settings: StockProviderSettings, id: string): Promise<StockPhoto | null>
  /** Reports that a photo is being used. It is called once for each use. */
  take(get: GetJson, settings: StockProviderSettings, photo: StockPhoto): Promise<void>
}

/** Thrown if a response of a provider does not have the documented shape. */
export class AnswerUnusable extends Error {
  override readonly name = 'AnswerUnusable'
}

export const photosOnAPage = 24
