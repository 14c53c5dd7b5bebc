/**
 * Runs a batch. If it fails, its two halves run instead, recursively, so that one invalid item cannot stop the others.
 * `failedAlone` receives an item that fails even alone.
 */
export async function inHalves<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
  failedAlone: (item: Item, error: unknown) => Promise<void>,
): Promise<void> {
  const [first] = items
  if (first === undefined) return
  try {
    return await work(items)
  } catch (error) {
    if (items.length === 1) return await failedAlone(first, error)
  }
  const middle = Math.ceil(items.length / 2)
  await inHalves(items.slice(0, middle), work, failedAlone)
  await inHalves(items.slice(middle), work, failedAlone)
}
