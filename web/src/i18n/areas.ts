import type { AreaMessages, Messages } from './en/index.ts'

/** An area of the face whose words come with its pages. People who never open it never load them. */
export type Area = keyof AreaMessages

type Loaders<Name extends Area> = Readonly<Record<'en' | 'de', () => Promise<Messages[Name]>>>

/** The words of each area, by language. */
export const areaLoaders: { readonly [Name in Area]: Loaders<Name> } = {
  admin: {
    en: async () => (await import('./en/admin/index.ts')).admin,
    de: async () => (await import('./de/admin/index.ts')).admin,
  },
}
