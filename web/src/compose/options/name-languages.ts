import { keepInLocale } from '#web/lib/locale.ts'

/** The languages that most posts are written in. Others can come with a draft from a program. */
const common =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh zh-Hant'

const names = keepInLocale((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

/** Returns languages by their tags, in the order of their names, with the one that is chosen. */
export function nameLanguages(chosen: string): Readonly<Record<string, string>> {
  const tags = new Set([...common.split(' '), ...(chosen === '' ? [] : [chosen])])
  const named = [...tags].map((tag) => [tag, nameOf(tag)] as const)
  return Object.fromEntries(named.toSorted(([, a], [, b]) => a.localeCompare(b)))
}

function nameOf(tag: string): string {
  try {
    return names().of(tag) ?? tag
  } catch {
    // A draft can have a tag that is not valid. The check of the post says so.
    return tag
  }
}
