import type { StockProvider, StockProviderId } from './contract.ts'
import { giphy } from './giphy.ts'
import { pexels } from './pexels.ts'
import { unsplash } from './unsplash.ts'

/** Every provider of stock photos and GIFs, in the order in which pages show them. */
export const stockProviders: readonly StockProvider[] = [unsplash, pexels, giphy]

export const stockProviderIds = ['unsplash', 'pexels', 'giphy'] as const satisfies readonly StockProviderId[]
