/** The languages of mails, and of the pages that the service makes itself. */
const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** Words in every language. Without one of them, the code does not compile. */
export type InEvery<Words> = Readonly<Record<Language, Words>>

/** Returns our language for a BCP 47 tag: `de` of `de-AT`. English stands in for a language that has no words. */
export const languageOf = (locale: string | null | undefined): Language => findLanguage(locale ?? '') ?? 'en'

/** Returns our language for a BCP 47 tag; undefined for a language that has no words. */
export function findLanguage(tag: string): Language | undefined {
  const [first] = tag.toLowerCase().split('-', 1)
  return languages.find((language) => language === first)
}
