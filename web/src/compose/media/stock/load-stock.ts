import { openArea } from '#web/i18n/frame.ts'
import { imageTexts } from './image-texts.ts'
import { StockButton, StockChoice, StockSource } from './stock-parts.tsx'
import { StockSearch } from './stock-search.tsx'

/** Returns the parts after their texts. */
export async function loadStock() {
  await openArea('images', imageTexts)
  return { StockButton, StockChoice, StockSearch, StockSource }
}
