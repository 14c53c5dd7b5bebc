import { diff3Merge, diffComm } from 'node-diff3'

/**
 * The number of words up to which several changes of a text are distinguished. The library's time grows with the cube for
 * repeated words, and a person waits for it.
 */
const comparedMost = 400

/** Splits a text into words and the spaces between them. */
const wordsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? []

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
  const { start, end } = sharedEnds(base, text)
  return { start, end: base.length - end, words: text.slice(start, text.length - end) }
}

function sharedEnds(one: readonly string[], other: readonly string[]) {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return { start, end }
}

function mergeAll(base: string, mine: string, theirs: string): string | null {
  const [were, here, there] = [spacedWordsOf(base), spacedWordsOf(mine), spacedWordsOf(theirs)]
  if ([were, here, there].some(({ length }) => length === 0 || length > comparedMost)) return null
  const regions = diff3Merge(here, were, there)
  return regions.some(({ conflict }) => conflict) ? null : regions.flatMap(({ ok }) => ok ?? []).join('')
}

export interface Piece {
  readonly key: number
  readonly words: string
  /** True for text that the other version does not have here. */
  readonly isNew: boolean
}

/** Splits a text into the words that another version also has, and those that it does not have. */
export function splitWords(text: string, other: string): readonly Piece[] {
  const [here, there] = [wordsOf(text), wordsOf(other)]
  const { start, end } = sharedEnds(here, there)
  const changed = [here.slice(start, here.length - end), there.slice(start, there.length - end)] as const
  const isShort = changed.every(({ length }) => length <= comparedMost)
  const middle = isShort
    ? diffComm(...changed).map(({ common, buffer1 }) => ({
        words: common ?? buffer1 ?? [],
        isNew: common === undefined,
      }))
    : [{ words: changed[0], isNew: true }]
  return [
    { words: here.slice(0, start), isNew: false },
    ...middle,
    { words: here.slice(here.length - end), isNew: false },
  ].flatMap(({ words, isNew }, key) => (words.length === 0 ? [] : { key, words: words.join(''), isNew }))
}
