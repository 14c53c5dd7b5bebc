import { readLocale } from './locale.ts'

/** "views, likes and shares". */
export const listWords = (words: readonly string[]): string =>
  new Intl.ListFormat(readLocale(), { type: 'conjunction' }).format(words)
