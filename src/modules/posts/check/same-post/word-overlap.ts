/** The most characters of a text that are compared. */
export const comparedCharacters = 1_000

/** Scripts that are written without blanks give a word for each character. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu

/** The words of a text, with the number of times that each occurs. Punctuation, case and order do not count. */
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

/** True if at least nine of ten words are in both texts. Texts without words are similar to none. */
export function areSimilar(a: WordCounts, b: WordCounts): boolean {
  const total = a.total + b.total
  if (total === 0 || 20 * Math.min(a.total, b.total) < 9 * total) return false
  let common = 0
  for (const [one, count] of a.counts) common += Math.min(count, b.counts.get(one) ?? 0)
  return 20 * common >= 9 * total
}
