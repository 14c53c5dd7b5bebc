import type { AreaLoaders } from '#web/i18n/areas.ts'

/** The texts of the dialog, by language. They load with it. */
export const editTexts: AreaLoaders<'edits'> = {
  en: async () => (await import('#web/i18n/en/edits/index.ts')).edits,
  de: async () => (await import('#web/i18n/de/edits/index.ts')).edits,
  es: async () => (await import('#web/i18n/es/edits/index.ts')).edits,
  fr: async () => (await import('#web/i18n/fr/edits/index.ts')).edits,
}
