import type { AreaLoaders } from './areas.ts'
import { openArea } from './frame.ts'

const companyTexts: AreaLoaders<'company'> = {
  en: async () => (await import('./en/company/index.ts')).company,
  de: async () => (await import('./de/company/index.ts')).company,
  es: async () => (await import('./es/company/index.ts')).company,
  fr: async () => (await import('./fr/company/index.ts')).company,
}

/** Loads the texts about company sign-in, which only installations with it need. */
export const openCompanyTexts = (): Promise<void> => openArea('company', companyTexts)
