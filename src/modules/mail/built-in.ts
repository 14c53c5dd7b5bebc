import { type Language, languageOf } from '#kernel/language.ts'
import type { TemplateParts } from './template.ts'
import { germanAccountTemplates } from './templates/german/account-templates.ts'
import { germanOperatorTemplates } from './templates/german/operator-templates.ts'
import { germanPeopleTemplates } from './templates/german/people-templates.ts'
import { germanReportTemplates } from './templates/german/report-templates.ts'
import { type TemplateName, templates } from './templates.ts'

/** The built-in emails of each language except English. */
const translated: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<TemplateName, TemplateParts>>>> = {
  de: { ...germanAccountTemplates, ...germanOperatorTemplates, ...germanPeopleTemplates, ...germanReportTemplates },
}

/** Returns the built-in parts of an email in each language except English. */
export const listTranslations = (name: TemplateName): Readonly<Record<string, TemplateParts>> =>
  Object.fromEntries(Object.entries(translated).map(([language, mails]) => [language, mails[name]]))

/** Returns the built-in parts of an email in its reader's language, or in English if that language has no emails. */
export function findBuiltIn(name: TemplateName, locale: string | null | undefined): TemplateParts {
  const language = languageOf(locale)
  return language === 'en' ? templates[name] : translated[language][name]
}
