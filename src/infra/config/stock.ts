import type { gifRatings } from './gif-ratings.ts'
import type { Settings } from './table/settings.ts'

/** The operator's key at a provider of stock photos or GIFs. */
export interface StockProviderSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly key: string
  /** The name that links to the provider contain, so that it sees where visitors come from. */
  readonly appName: string
  /** The highest rating of a GIF that is found. */
  readonly gifRating: (typeof gifRatings)[number]
}

/** The providers of stock photos and GIFs. Null for each that has no key. */
export interface StockSettings {
  readonly unsplash: StockProviderSettings | null
  readonly pexels: StockProviderSettings | null
  readonly giphy: StockProviderSettings | null
  /** The origins of all providers, including those without a key: it may be stored while the process runs. */
  readonly origins: readonly string[]
}

export function stockOf(settings: Settings): StockSettings {
  const { UNSPLASH_ACCESS_KEY, UNSPLASH_URL = 'https://api.unsplash.com' } = settings
  const { PEXELS_API_KEY, PEXELS_URL = 'https://api.pexels.com' } = settings
  const { GIPHY_API_KEY, GIPHY_URL = 'https://api.giphy.com' } = settings
  const { STOCK_APP_NAME: appName, GIPHY_RATING: gifRating } = settings
  const provider = (url: string, key: string | undefined): StockProviderSettings | null =>
    key ? { url, key, appName, gifRating } : null
  return {
    unsplash: provider(UNSPLASH_URL, UNSPLASH_ACCESS_KEY),
    pexels: provider(PEXELS_URL, PEXELS_API_KEY),
    giphy: provider(GIPHY_URL, GIPHY_API_KEY),
    origins: [UNSPLASH_URL, PEXELS_URL, GIPHY_URL].map((url) => new URL(url).origin),
  }
}
