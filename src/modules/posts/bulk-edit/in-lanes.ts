/** Few enough to leave connections to other requests. */
const lanes = 3

/** Works on items a few at a time, and returns the results in their order. After a failure, no further item begins. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  let hasFailed = false
  const walk = async () => {
    for (const [place, item] of left) {
      if (hasFailed) return
      try {
        results[place] = await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, walk))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return results
}
