import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'

const load = makeImport(async () => {
  const { loadStock } = await import('./load-stock.ts')
  return loadStock()
})

/** The parts of the search for stock photos and GIFs. They and their texts load where a provider is set up. */
export const StockChoice = makeLatePart(async () => (await load()).StockChoice)
export const StockSearch = makeLatePart(async () => (await load()).StockSearch)
export const StockButtons = makeLatePart(async () => (await load()).StockButtons)
export const StockSource = makeLatePart(async () => (await load()).StockSource)
