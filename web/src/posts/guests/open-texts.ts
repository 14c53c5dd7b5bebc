import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

const texts: AreaLoaders<'guests'> = {
  en: async () => (await import('#web/i18n/en/guests/index.ts')).guests,
  de: async () => (await import('#web/i18n/de/guests/index.ts')).guests,
  es: async () => (await import('#web/i18n/es/guests/index.ts')).guests,
  fr: async () => (await import('#web/i18n/fr/guests/index.ts')).guests,
}

/** Loads the texts of clients without an account in the language of the reader. */
export const openGuestTexts = (): Promise<unknown> => openArea('guests', texts)
