import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

const texts: AreaLoaders<'inbox'> = {
  en: async () => (await import('#web/i18n/en/inbox/index.ts')).inbox,
  de: async () => (await import('#web/i18n/de/inbox/index.ts')).inbox,
  es: async () => (await import('#web/i18n/es/inbox/index.ts')).inbox,
  fr: async () => (await import('#web/i18n/fr/inbox/index.ts')).inbox,
}

/** Loads the texts of the inbox in the language of the reader. */
export const openTexts = (): Promise<void> => openArea('inbox', texts)
