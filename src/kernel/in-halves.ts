/**
 * Runs a batch. When it fails, its two halves are run instead, and so on, so that one bad item cannot stop the others.
 * An item that fails even by itself is handed to `failedAlone`.
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
