/**
 * Returns the word that is most similar to `given`, for "Did you mean …?", or null if none is similar. Two words are
 * similar if at most a third of the letters are added, missing, changed or swapped with their neighbor.
 */
export function nearestWord(given: string, words: readonly string[]): string | null {
  const [best] = words
    .map((word) => ({ word, distance: countEdits(given.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return best?.word ?? null
}

/** Counts the letters to add, remove, change or swap with their neighbor to turn one word into the other. */
export function countEdits(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let column = 1; column <= to.length; column++) {
      const change = (last[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          change,
          swapped ? (before[column - 2] ?? 0) + 1 : change,
        ),
      )
    }
    before = last
    last = next
  }
  return last[to.length] ?? 0
}
