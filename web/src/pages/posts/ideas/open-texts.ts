import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

const texts: AreaLoaders<'ideas'> = {
  en: async () => (await import('#web/i18n/en/ideas/index.ts')).ideas,
  de: async () => (await import('#web/i18n/de/ideas/index.ts')).ideas,
  es: async () => (await import('#web/i18n/es/ideas/index.ts')).ideas,
  fr: async () => (await import('#web/i18n/fr/ideas/index.ts')).ideas,
}

/** Loads the texts of ideas in the language of the reader. */
export const openIdeaTexts = (): Promise<unknown> => openArea('ideas', texts)
