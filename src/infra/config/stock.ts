import type { Settings } from './table/settings.ts'

/** The operator's key at a provider of stock photos. */
export interface StockProviderSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly key: string
  /** The name that links to the provider contain, so that it sees where visitors come from. */
  readonly appName: string
}

/** The providers of stock photos. Null for each that has no key. */
export interface StockSettings {
  readonly unsplash: StockProviderSettings | null
  readonly pexels: StockProviderSettings | null
  /** The origins of all providers, including those without a key: it may be stored while the process runs. */
  readonly origins: readonly string[]
}

export function stockOf(settings: Settings): StockSettings {
  const { UNSPLASH_ACCESS_KEY, UNSPLASH_URL = 'https://api.unsplash.com' } = settings
  const { PEXELS_API_KEY, PEXELS_URL = 'https://api.pexels.com', STOCK_APP_NAME: appName } = settings
  return {
    unsplash: UNSPLASH_ACCESS_KEY ? { url: UNSPLASH_URL, key: UNSPLASH_ACCESS_KEY, appName } : null,
    pexels: PEXELS_API_KEY ? { url: PEXELS_URL, key: PEXELS_API_KEY, appName } : null,
    origins: [UNSPLASH_URL, PEXELS_URL].map((url) => new URL(url).origin),
  }
}
