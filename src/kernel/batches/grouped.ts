import { batched } from './batched.ts'

export interface Group<One, Result> {
  /** Writes all items in one transaction, or none. */
  together(all: readonly One[]): Promise<ReadonlyMap<One, Result>>
  /** Writes one item. `again` is true if its group failed. The group's commit may have succeeded nevertheless. */
  alone(one: One, again: boolean): Promise<Result>
  inTurn<Any>(work: () => Promise<Any>): Promise<Any>
  readonly most: number
}

/**
 * Writes all items that are waiting at the same time in one transaction. One invalid item must not affect the others,
 * so after a failure each item is written again in its own transaction.
 */
export function grouped<One, Result>({
  together,
  alone,
  inTurn,
  most,
}: Group<One, Result>): (one: One) => Promise<Result> {
  type Came = { readonly result: Result } | 'single' | 'failed'
  const load = batched<One, Came>(
    async (all) => {
      const same = (came: Came) => new Map(all.map((one) => [one, came]))
      if (all.length === 1) return same('single')
      try {
        return new Map([...(await together(all))].map(([one, result]) => [one, { result }]))
      } catch {
        return same('failed')
      }
    },
    inTurn,
    most,
  )
  return async (one) => {
    const came = await load(one)
    return came && typeof came === 'object' ? came.result : await alone(one, came === 'failed')
  }
}
