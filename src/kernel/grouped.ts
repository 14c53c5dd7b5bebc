import { batched } from './batched.ts'

export interface Group<One, Result> {
  /** All of them in one transaction: all, or none. */
  together(all: readonly One[]): Promise<ReadonlyMap<One, Result>>
  /** `again`: it was in a group that failed, of which the commit may have worked all the same. */
  alone(one: One, again: boolean): Promise<Result>
  inTurn<Any>(work: () => Promise<Any>): Promise<Any>
  readonly most: number
}

/**
 * Writes that wait for their turn at once are one transaction. What stands in the way of one of them must not hurt the
 * others, so when it fails each is done again by itself.
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
