import { currentLanguage } from '#web/i18n/frame.ts'

/** The locale of each page language. Browsers are slow to return the languages of the reader. */
const locales = new Map<string, string>()
addEventListener('languagechange', () => locales.clear())

/** Returns the page's language with the reader's region, which sets 12 or 24 hours and the first day of the week. */
export function readLocale(): string {
  const language = currentLanguage()
  const locale = locales.get(language) ?? navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
  locales.set(language, locale)
  return locale
}

/** Caches a formatter until the locale changes: creating one costs as much as a thousand uses. */
export function keepInLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let cached: { readonly locale: string; readonly formatter: Formatter } | null = null
  return () => {
    const locale = readLocale()
    if (cached?.locale !== locale) cached = { locale, formatter: make(locale) }
    return cached.formatter
  }
}
