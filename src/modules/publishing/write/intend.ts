import { grouped } from '#kernel/batches/grouped.ts'
import type { Publication } from '../publication.ts'
import { type Intent, intendFenced } from '../store/fenced.ts'
import type { WriteContext } from './context.ts'

/** Returns null when the lane is lost, its lease is too short, or the publication was ended or cancelled meanwhile. */
export type Intend = (intent: Intent) => Promise<Publication | null>

/** Commits intents. The intents of many lanes that wait at the same time go into one statement. */
export function createIntend({ deps, claim, dbGate }: WriteContext): Intend {
  const together = async (all: readonly Intent[]): Promise<Map<Intent, Publication | null>> => {
    const begun = await intendFenced(deps.db, claim, all)
    return new Map(all.map((one) => [one, begun.get(one.publication.id) ?? null]))
  }
  return grouped({
    together,
    alone: async (one) => (await dbGate.once(() => together([one]))).get(one) ?? null,
    inTurn: dbGate.once,
    most: 100,
  })
}
