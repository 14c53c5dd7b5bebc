import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

const texts: AreaLoaders<'steps'> = {
  en: async () => (await import('#web/i18n/en/steps/index.ts')).steps,
  de: async () => (await import('#web/i18n/de/steps/index.ts')).steps,
  es: async () => (await import('#web/i18n/es/steps/index.ts')).steps,
  fr: async () => (await import('#web/i18n/fr/steps/index.ts')).steps,
}

/** Loads the texts of approvals in steps in the language of the reader. */
export const openStepTexts = (): Promise<unknown> => openArea('steps', texts)
