import { diffComm } from 'node-diff3'

/**
 * The number of words up to which several changes of a text are distinguished. The library's time grows with the cube for
 * repeated words, and a person waits for it.
 */
export const comparedMost = 400

/** Splits a text into words and the spaces between them. */
export const wordsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? []

export interface Piece {
  readonly key: number
  readonly words: string
  /** True for text that the other version does not have here. */
  readonly isNew: boolean
}

/** Splits a text into the words that another version also has, and those that it does not have. */
export function splitWords(text: string, other: string): readonly Piece[] {
  const [here, there] = [wordsOf(text), wordsOf(other)]
  const { start, end } = countMatchingEnds(here, there)
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

/** Counts the words that two texts share at their start and at their end. */
export function countMatchingEnds(one: readonly string[], other: readonly string[]) {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  return { start, end }
}
