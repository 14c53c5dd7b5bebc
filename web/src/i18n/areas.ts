import type { Language } from '#rules/languages/languages.ts'
import type { AreaMessages } from './en/index.ts'

/** An area of the web app whose texts are loaded with its pages. Users who never open it never load them. */
export type Area = keyof AreaMessages

/** The texts of an area, by language. */
export type AreaLoaders<Name extends Area> = Readonly<Record<Language, () => Promise<AreaMessages[Name]>>>

export const adminTexts: AreaLoaders<'admin'> = {
  en: async () => (await import('./en/admin/index.ts')).admin,
  de: async () => (await import('./de/admin/index.ts')).admin,
  es: async () => (await import('./es/admin/index.ts')).admin,
  fr: async () => (await import('./fr/admin/index.ts')).admin,
}
