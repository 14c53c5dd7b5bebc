/** Returns the quantile of the values at this share. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Returns a function that prints a line with the seconds since its creation. */
export function createSay(): (text: string) => void {
  const startedAt = performance.now()
  return (text) => console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${text}`)
}

/** Prints rows as a Markdown table. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`)
}
