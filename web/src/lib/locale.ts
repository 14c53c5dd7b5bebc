import { currentLanguage } from '#web/i18n/index.ts'

/** The locale of each language of the page. A browser takes long to tell the languages of its reader. */
const locales = new Map<string, string>()
addEventListener('languagechange', () => locales.clear())

/** The language of the page as the reader's region writes it: with a day of 12 or 24 hours, and its first weekday. */
export function readLocale(): string {
  const language = currentLanguage()
  const locale = locales.get(language) ?? navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
  locales.set(language, locale)
  return locale
}

/** Keeps a formatter for as long as the locale stays: a new one costs as much as a thousand uses. */
export function keepInLocale<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  let kept: { readonly locale: string; readonly formatter: Formatter } | null = null
  return () => {
    const locale = readLocale()
    if (kept?.locale !== locale) kept = { locale, formatter: make(locale) }
    return kept.formatter
  }
}
