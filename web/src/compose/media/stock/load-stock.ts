import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'
import { StockButtons, StockChoice, StockSource } from './stock-parts.tsx'
import { StockSearch } from './stock-search.tsx'

/** The texts of the search for stock photos and GIFs, by language. */
const stockTexts: AreaLoaders<'stock'> = {
  en: async () => (await import('#web/i18n/en/stock/index.ts')).stock,
  de: async () => (await import('#web/i18n/de/stock/index.ts')).stock,
  es: async () => (await import('#web/i18n/es/stock/index.ts')).stock,
  fr: async () => (await import('#web/i18n/fr/stock/index.ts')).stock,
}

/** Returns the parts after their texts. */
export async function loadStock() {
  await openArea('stock', stockTexts)
  return { StockButtons, StockChoice, StockSearch, StockSource }
}
