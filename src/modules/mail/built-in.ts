import { type Language, languageOf } from '#kernel/language.ts'
import type { TemplateParts } from './template.ts'
import { germanAccountTemplates } from './templates/german/account-templates.ts'
import { germanOperatorTemplates } from './templates/german/operator-templates.ts'
import { germanPeopleTemplates } from './templates/german/people-templates.ts'
import { germanReportTemplates } from './templates/german/report-templates.ts'
import { type TemplateName, templates } from './templates.ts'

/** The built-in mails of each language but English. */
const translated: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<TemplateName, TemplateParts>>>> = {
  de: { ...germanAccountTemplates, ...germanOperatorTemplates, ...germanPeopleTemplates, ...germanReportTemplates },
}

/** Returns the built-in parts of a mail in each language but English. */
export const listTranslations = (name: TemplateName): Readonly<Record<string, TemplateParts>> =>
  Object.fromEntries(Object.entries(translated).map(([language, mails]) => [language, mails[name]]))

/** Returns the built-in parts of a mail in the language of its reader, in English where that has no mails. */
export function findBuiltIn(name: TemplateName, locale: string | null | undefined): TemplateParts {
  const language = languageOf(locale)
  return language === 'en' ? templates[name] : translated[language][name]
}
