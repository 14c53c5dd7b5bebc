/** The languages of emails and of pages rendered by the service. */
const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** Texts in every language. A missing language is a compile error. */
export type InEvery<Words> = Readonly<Record<Language, Words>>

/** Returns our language for a BCP 47 tag: `de` of `de-AT`. Falls back to English. */
export const languageOf = (locale: string | null | undefined): Language => findLanguage(locale ?? '') ?? 'en'

/** Returns our language for a BCP 47 tag, or undefined if there is none. */
export function findLanguage(tag: string): Language | undefined {
  const [first] = tag.toLowerCase().split('-', 1)
  return languages.find((language) => language === first)
}
