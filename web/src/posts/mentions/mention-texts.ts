import type { AreaLoaders } from '#web/i18n/areas.ts'

/** The texts of mentions, by language. They load with what needs them. */
export const mentionTexts: AreaLoaders<'mentions'> = {
  en: async () => (await import('#web/i18n/en/mentions/index.ts')).mentions,
  de: async () => (await import('#web/i18n/de/mentions/index.ts')).mentions,
  es: async () => (await import('#web/i18n/es/mentions/index.ts')).mentions,
  fr: async () => (await import('#web/i18n/fr/mentions/index.ts')).mentions,
}
