import type { StockProvider, StockProviderId } from './contract.ts'
import { pexels } from './pexels.ts'
import { unsplash } from './unsplash.ts'

/** Every provider of stock photos, in the order in which pages show them. */
export const stockProviders: readonly StockProvider[] = [unsplash, pexels]

export const stockProviderIds = ['unsplash', 'pexels'] as const satisfies readonly StockProviderId[]
