import type { AreaLoaders } from '#web/i18n/areas.ts'

/** The texts of the dialog and of stock photos, by language. */
export const imageTexts: AreaLoaders<'images'> = {
  en: async () => (await import('#web/i18n/en/images/index.ts')).images,
  de: async () => (await import('#web/i18n/de/images/index.ts')).images,
  es: async () => (await import('#web/i18n/es/images/index.ts')).images,
  fr: async () => (await import('#web/i18n/fr/images/index.ts')).images,
}
