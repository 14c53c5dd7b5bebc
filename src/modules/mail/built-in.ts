import type { TemplateParts } from './template.ts'
import { germanAccountTemplates } from './templates/german/account-templates.ts'
import { germanPeopleTemplates } from './templates/german/people-templates.ts'
import { germanReportTemplates } from './templates/german/report-templates.ts'
import { type TemplateName, templates } from './templates.ts'

/** The built-in mails of each language but English. A mail without a translation goes out in English. */
const translated: Readonly<Record<string, Readonly<Partial<Record<TemplateName, TemplateParts>>>>> = {
  de: { ...germanAccountTemplates, ...germanPeopleTemplates, ...germanReportTemplates },
}

/** Returns the built-in parts of a mail in each language but English that has them. */
export const listTranslations = (name: TemplateName): Readonly<Record<string, TemplateParts>> =>
  Object.fromEntries(
    Object.entries(translated).flatMap(([language, mails]) => {
      const parts = mails[name]
      return parts ? [[language, parts]] : []
    }),
  )

/** Returns the language of a BCP 47 tag: `de` of `de-AT`. */
export const languageOf = (locale: string | null | undefined): string => locale?.split('-', 1)[0]?.toLowerCase() ?? 'en'

/** Returns the built-in parts of a mail in the language of its reader, in English where there are none. */
export const findBuiltIn = (name: TemplateName, locale: string | null | undefined): TemplateParts =>
  translated[languageOf(locale)]?.[name] ?? templates[name]
