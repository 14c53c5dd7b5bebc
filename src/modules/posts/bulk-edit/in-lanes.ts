/** Few enough to leave connections to other requests. */
const lanes = 3

/** Works on items a few at a time, and returns the results in their order. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += lanes) {
    const settled = await Promise.allSettled(items.slice(from, from + lanes).map(work))
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason
      results.push(one.value)
    }
  }
  return results
}
