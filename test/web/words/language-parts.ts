import { languages } from '#rules/languages/languages.ts'

/** A part of a file, between two offsets. */
export type Span = readonly [from: number, to: number]

/** Returns the index at which a value ends that starts at `from`: at a comma, or with what surrounds it. */
function endOf(code: string, from: number): number {
  let at = from
  for (let depth = 0; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
    if (depth < 0 || (depth === 0 && code[at] === ',')) break
  }
  return at
}

/** Finds the parts of a file in a language: the values of its properties named `de`, for instance. */
export const findParts = (code: string, language: string): Span[] =>
  [...code.matchAll(new RegExp(`\\b${language}: ?`, 'g'))].map(({ index, 0: { length } }) => [
    index,
    endOf(code, index + length),
  ])

/** Finds the parts that are not in English. */
export const findTranslations = (code: string): Span[] =>
  Object.keys(languages).flatMap((language) => (language === 'en' ? [] : findParts(code, language)))
