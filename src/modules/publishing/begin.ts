import { inTx } from '#infra/db/client.ts'
import { batched } from '#kernel/batched.ts'
import type { HeldLane } from './lanes.ts'
import type { Machine } from './machine.ts'
import { beginFenced } from './store/fenced.ts'
import { spaceOut } from './store/lanes.ts'
import { changeOf, type Publication } from './store/publication.ts'

/** What is to be begun: the first thing of an account that is due. */
export interface Beginning {
  readonly lane: HeldLane
  readonly publication: Publication
  /** Nothing else new goes out on this account for so long. */
  readonly gapMs: number
}

export type Begin = (one: Beginning) => Promise<Publication | null>

/** So many posts are locked together. */
const atOnce = 100

/**
 * From the queue into work, under the lock of its owner: what was withdrawn meanwhile is not begun, and comes back as null.
 * A thousand that are due at one instant begin together, since a transaction for each would make the last of them late.
 */
export function createBegin({ deps, claim, steady }: Pick<Machine, 'deps' | 'claim' | 'steady'>): Begin {
  const beginAll = (all: readonly Beginning[]): Promise<Map<string, Publication>> =>
    inTx(deps.db, async (tx) => {
      const locked = await deps.owner.lock(
        tx,
        all.map(({ publication }) => publication.targetId),
      )
      const begun = await beginFenced(tx, claim, all)
      for (const { lane, publication, gapMs } of all) if (begun.has(publication.id)) await spaceOut(tx, lane.id, gapMs)
      const changes = [...begun.values()].map((publication) => changeOf(publication, 'queued'))
      if (changes.length > 0) await deps.owner.changed(tx, changes, locked)
      return begun
    })

  const load = batched<Beginning, () => Publication | null>(
    async (all) => {
      const done = await beginAll(all).catch((error: unknown) => (all.length === 1 ? thrower(error) : null))
      if (typeof done === 'function') return new Map(all.map((one) => [one, done]))
      if (done) return new Map(all.map((one) => [one, () => done.get(one.publication.id) ?? null]))
      // One of them stands in the way; the others are not to wait for it.
      const results = new Map<Beginning, () => Publication | null>()
      for (const one of all) {
        const alone = await beginAll([one]).then(
          (begun) => () => begun.get(one.publication.id) ?? null,
          (error: unknown) => thrower(error),
        )
        results.set(one, alone)
      }
      return results
    },
    steady.once,
    atOnce,
  )
  return async (one) => (await load(one))?.() ?? null
}

const thrower = (error: unknown) => (): never => {
  throw error
}
