import type { Area } from './areas.ts'
import type { AreaMessages, FirstMessages } from './en/index.ts'
import { pages } from './en/pages.ts'
import { type LoadedMessages, readLoadedMessages, useLoadedMessages } from './frame.ts'
import { isolateNames } from './isolate.ts'

export { isLanguage, type Language, languages } from '#rules/languages/languages.ts'
export type { FirstMessages, Messages } from './en/index.ts'
export { chooseLanguage, currentLanguage } from './frame.ts'

const english = isolateNames(pages)
const complete = new WeakMap<LoadedMessages, FirstMessages & Partial<AreaMessages>>()

/** Adds the English texts of the pages, which are loaded with this module. Other languages have their own. */
function completeMessages(loaded: LoadedMessages): FirstMessages & Partial<AreaMessages> {
  const known = complete.get(loaded)
  if (known) return known
  const all = { ...english, ...loaded }
  complete.set(loaded, all)
  return all
}

/** The current messages, for functions that a component calls while rendering. */
export const currentMessages = (): FirstMessages => completeMessages(readLoadedMessages())

/** The messages in the reader's language: those of every page, and those of the page's area. */
export function useMessages(): FirstMessages
export function useMessages<Name extends Area>(area: Name): FirstMessages & Pick<AreaMessages, Name>
export function useMessages(area?: Area): FirstMessages {
  const spoken = completeMessages(useLoadedMessages())
  if (area && !spoken[area]) throw new Error(`The words of the area ${area} are not loaded.`)
  return spoken
}
