import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

const texts: AreaLoaders<'team'> = {
  en: async () => (await import('#web/i18n/en/team/index.ts')).team,
  de: async () => (await import('#web/i18n/de/team/index.ts')).team,
  es: async () => (await import('#web/i18n/es/team/index.ts')).team,
  fr: async () => (await import('#web/i18n/fr/team/index.ts')).team,
}

/** Loads the texts of comments between colleagues in the language of the reader. */
export const openTeamTexts = (): Promise<unknown> => openArea('team', texts)
