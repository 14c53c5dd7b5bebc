/** The maximum number of characters of a text to compare. */
export const comparedCharacters = 1_000

/** Scripts written without spaces give a word for each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, with how often each occurs. Punctuation, case and order do not count. */
export interface WordCounts {
  readonly total: number
  readonly counts: ReadonlyMap<string, number>
}

export function countWords(text: string): WordCounts {
  const counts = new Map<string, number>()
  let total = 0
  for (const [one] of text.slice(0, comparedCharacters).normalize('NFC').toLowerCase().matchAll(word)) {
    counts.set(one, (counts.get(one) ?? 0) + 1)
    total += 1
  }
  return { total, counts }
}

/** True if at least nine of ten words are in both texts. A text without words is not similar to any other. */
export function areSimilar(a: WordCounts, b: WordCounts): boolean {
  const total = a.total + b.total
  if (total === 0 || 20 * Math.min(a.total, b.total) < 9 * total) return false
  let common = 0
  for (const [one, count] of a.counts) common += Math.min(count, b.counts.get(one) ?? 0)
  return 20 * common >= 9 * total
}
