import { diff3Merge } from 'node-diff3'
import { comparedMost, countMatchingEnds, wordsOf } from './words.ts'

/** Splits a text into words, each with the spaces after it, which are half as many. */
const spacedWordsOf = (text: string): string[] => text.match(/^\s+|\S+\s*/g) ?? []

/**
 * Merges two changes of a text that are in different places. Null if they touch the same words, or if a long text has
 * changes on both sides of the other's.
 */
export function mergeWords(base: string, mine: string, theirs: string): string | null {
  return mergeHunks(wordsOf(base), wordsOf(mine), wordsOf(theirs)) ?? mergeAll(base, mine, theirs)
}

/** Merges texts each of which has changed in one place. */
function mergeHunks(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string | null {
  const [first, second] = [hunkOf(base, mine), hunkOf(base, theirs)].sort((a, b) => a.start - b.start || a.end - b.end)
  if (!first || !second || first.end > second.start || first.start === second.start) return null
  const { start, end, words } = second
  return [
    ...base.slice(0, first.start),
    ...first.words,
    ...base.slice(first.end, start),
    ...words,
    ...base.slice(end),
  ].join('')
}

/** The one place in which a text differs from its base: the words between those that both begin and end with. */
function hunkOf(base: readonly string[], text: readonly string[]) {
  const { start, end } = countMatchingEnds(base, text)
  return { start, end: base.length - end, words: text.slice(start, text.length - end) }
}

function mergeAll(base: string, mine: string, theirs: string): string | null {
  const [were, here, there] = [spacedWordsOf(base), spacedWordsOf(mine), spacedWordsOf(theirs)]
  if ([were, here, there].some(({ length }) => length === 0 || length > comparedMost)) return null
  const regions = diff3Merge(here, were, there)
  return regions.some(({ conflict }) => conflict) ? null : regions.flatMap(({ ok }) => ok ?? []).join('')
}
