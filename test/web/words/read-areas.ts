import type { Language } from '#rules/languages/languages.ts'
import type { AreaMessages } from '#web/i18n/en/index.ts'

/** The texts of each area. A new area does not compile until it is here, so no check can leave it out. */
const areas: Readonly<Record<Language, Readonly<Record<keyof AreaMessages, () => Promise<object>>>>> = {
  en: {
    activity: () => import('#web/i18n/en/activity/index.ts'),
    admin: () => import('#web/i18n/en/admin/index.ts'),
    company: () => import('#web/i18n/en/company/index.ts'),
    days: () => import('#web/i18n/en/days/index.ts'),
    edits: () => import('#web/i18n/en/edits/index.ts'),
    guests: () => import('#web/i18n/en/guests/index.ts'),
    ideas: () => import('#web/i18n/en/ideas/index.ts'),
    images: () => import('#web/i18n/en/images/index.ts'),
    inbox: () => import('#web/i18n/en/inbox/index.ts'),
    inboxRules: () => import('#web/i18n/en/inbox-rules/index.ts'),
    invites: () => import('#web/i18n/en/invites/index.ts'),
    mentions: () => import('#web/i18n/en/mentions/index.ts'),
    passkeys: () => import('#web/i18n/en/passkeys/index.ts'),
    steps: () => import('#web/i18n/en/steps/index.ts'),
    stock: () => import('#web/i18n/en/stock/index.ts'),
    team: () => import('#web/i18n/en/team/index.ts'),
  },
  de: {
    activity: () => import('#web/i18n/de/activity/index.ts'),
    admin: () => import('#web/i18n/de/admin/index.ts'),
    company: () => import('#web/i18n/de/company/index.ts'),
    days: () => import('#web/i18n/de/days/index.ts'),
    edits: () => import('#web/i18n/de/edits/index.ts'),
    guests: () => import('#web/i18n/de/guests/index.ts'),
    ideas: () => import('#web/i18n/de/ideas/index.ts'),
    images: () => import('#web/i18n/de/images/index.ts'),
    inbox: () => import('#web/i18n/de/inbox/index.ts'),
    inboxRules: () => import('#web/i18n/de/inbox-rules/index.ts'),
    invites: () => import('#web/i18n/de/invites/index.ts'),
    mentions: () => import('#web/i18n/de/mentions/index.ts'),
    passkeys: () => import('#web/i18n/de/passkeys/index.ts'),
    steps: () => import('#web/i18n/de/steps/index.ts'),
    stock: () => import('#web/i18n/de/stock/index.ts'),
    team: () => import('#web/i18n/de/team/index.ts'),
  },
  es: {
    activity: () => import('#web/i18n/es/activity/index.ts'),
    admin: () => import('#web/i18n/es/admin/index.ts'),
    company: () => import('#web/i18n/es/company/index.ts'),
    days: () => import('#web/i18n/es/days/index.ts'),
    edits: () => import('#web/i18n/es/edits/index.ts'),
    guests: () => import('#web/i18n/es/guests/index.ts'),
    ideas: () => import('#web/i18n/es/ideas/index.ts'),
    images: () => import('#web/i18n/es/images/index.ts'),
    inbox: () => import('#web/i18n/es/inbox/index.ts'),
    inboxRules: () => import('#web/i18n/es/inbox-rules/index.ts'),
    invites: () => import('#web/i18n/es/invites/index.ts'),
    mentions: () => import('#web/i18n/es/mentions/index.ts'),
    passkeys: () => import('#web/i18n/es/passkeys/index.ts'),
    steps: () => import('#web/i18n/es/steps/index.ts'),
    stock: () => import('#web/i18n/es/stock/index.ts'),
    team: () => import('#web/i18n/es/team/index.ts'),
  },
  fr: {
    activity: () => import('#web/i18n/fr/activity/index.ts'),
    admin: () => import('#web/i18n/fr/admin/index.ts'),
    company: () => import('#web/i18n/fr/company/index.ts'),
    days: () => import('#web/i18n/fr/days/index.ts'),
    edits: () => import('#web/i18n/fr/edits/index.ts'),
    guests: () => import('#web/i18n/fr/guests/index.ts'),
    ideas: () => import('#web/i18n/fr/ideas/index.ts'),
    images: () => import('#web/i18n/fr/images/index.ts'),
    inbox: () => import('#web/i18n/fr/inbox/index.ts'),
    inboxRules: () => import('#web/i18n/fr/inbox-rules/index.ts'),
    invites: () => import('#web/i18n/fr/invites/index.ts'),
    mentions: () => import('#web/i18n/fr/mentions/index.ts'),
    passkeys: () => import('#web/i18n/fr/passkeys/index.ts'),
    steps: () => import('#web/i18n/fr/steps/index.ts'),
    stock: () => import('#web/i18n/fr/stock/index.ts'),
    team: () => import('#web/i18n/fr/team/index.ts'),
  },
}

/** Returns the texts of every area in a language, by the name of the area. */
export async function readAreas(language: Language): Promise<Readonly<Record<string, object>>> {
  const modules = await Promise.all(Object.values(areas[language]).map((load) => load()))
  return Object.assign({}, ...modules)
}
