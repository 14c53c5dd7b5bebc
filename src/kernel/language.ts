import { isLanguage, type Language } from '#rules/languages/languages.ts'

export type { Language } from '#rules/languages/languages.ts'

/** Texts in every language. A missing language is a compile error. */
export type InEvery<Words> = Readonly<Record<Language, Words>>

/** Returns our language for a BCP 47 tag: `de` of `de-AT`. Falls back to English. */
export const languageOf = (locale: string | null | undefined): Language => findLanguage(locale ?? '') ?? 'en'

/** Returns our language for a BCP 47 tag, or undefined if there is none. */
export function findLanguage(tag: string): Language | undefined {
  const [first] = tag.toLowerCase().split('-', 1)
  return isLanguage(first) ? first : undefined
}
