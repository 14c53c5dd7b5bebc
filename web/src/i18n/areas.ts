import type { Language } from '#rules/languages/languages.ts'
import type { AreaMessages } from './en/index.ts'

/** An area of the web app whose texts are loaded with its pages. Users who never open it never load them. */
export type Area = keyof AreaMessages

type Loaders<Name extends Area> = Readonly<Record<Language, () => Promise<AreaMessages[Name]>>>

/** The texts of each area, by language. */
export const areaLoaders: { readonly [Name in Area]: Loaders<Name> } = {
  admin: {
    en: async () => (await import('./en/admin/index.ts')).admin,
    de: async () => (await import('./de/admin/index.ts')).admin,
    es: async () => (await import('./es/admin/index.ts')).admin,
    fr: async () => (await import('./fr/admin/index.ts')).admin,
  },
  edits: {
    en: async () => (await import('./en/edits/index.ts')).edits,
    de: async () => (await import('./de/edits/index.ts')).edits,
    es: async () => (await import('./es/edits/index.ts')).edits,
    fr: async () => (await import('./fr/edits/index.ts')).edits,
  },
}
