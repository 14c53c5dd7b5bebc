import { type InEvery, type Language, languageOf } from '#kernel/language.ts'
import type { TemplateParts } from './template.ts'
import { germanRoles, germanTemplates } from './templates/de/index.ts'
import { spanishRoles, spanishTemplates } from './templates/es/index.ts'
import { frenchRoles, frenchTemplates } from './templates/fr/index.ts'
import { type TemplateName, templates } from './templates.ts'

/** The built-in emails of each language except English. */
const translated: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<TemplateName, TemplateParts>>>> = {
  de: germanTemplates,
  es: spanishTemplates,
  fr: frenchTemplates,
}

/** The roles of a profile, as the pages name them. English uses those of the API. */
const roles: InEvery<Readonly<Record<string, string>>> = { en: {}, de: germanRoles, es: spanishRoles, fr: frenchRoles }

/** Names a role in its reader's language. */
export const nameRole = (role: string, locale: string | null | undefined): string =>
  roles[languageOf(locale)][role] ?? role

/** Returns the built-in parts of an email in each language except English. */
export const listTranslations = (name: TemplateName): Readonly<Record<string, TemplateParts>> =>
  Object.fromEntries(
    Object.entries(translated).map(([language, mails]) => {
      const { subject, text, html } = mails[name]
      return [language, { subject, text, html }]
    }),
  )

/** Returns the built-in parts of an email in its reader's language, or in English if that language has no emails. */
export function findBuiltIn(name: TemplateName, locale: string | null | undefined): TemplateParts {
  const language = languageOf(locale)
  return language === 'en' ? templates[name] : translated[language][name]
}
