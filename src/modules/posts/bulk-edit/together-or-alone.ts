import type { Refusal } from '#kernel/errors.ts'
import { refusalOf } from '../many/actions.ts'
import { inLanes } from './in-lanes.ts'

/** The number of posts that are read and stored together. Others’ changes of them wait for so long. */
const atOnce = 25

/** Works on groups of items, one after another, and returns the results of all. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await work(items.slice(from, from + atOnce))))
  return results
}

interface Work<Item, Result> {
  /** True if the work on an item is short enough for a transaction with others. */
  readonly isShort: (item: Item) => boolean
  /** Works on items in one transaction. If one of them is refused, nothing is stored. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>
  readonly refused: (item: Item, refusal: Refusal) => Result
}

/**
 * Works on all short items in one transaction, since usually none is refused. If one is, each gets its own, so that it
 * does not affect the others.
 */
export async function togetherOrAlone<Item, Result>(
  items: readonly Item[],
  { isShort, work, refused }: Work<Item, Result>,
): Promise<ReadonlyMap<Item, Result>> {
  const results = new Map<Item, Result>()
  const run = (some: readonly Item[]) =>
    refusalOf(async () => {
      const done = await work(some)
      for (const [index, item] of some.entries()) results.set(item, done[index] as Result)
    })
  const together = items.filter(isShort)
  if (together.length > 1) await run(together)
  await inLanes(
    items.filter((item) => !results.has(item)),
    async (item) => {
      const refusal = await run([item])
      if (refusal) results.set(item, refused(item, refusal))
    },
  )
  return results
}
