import { grouped } from '#kernel/grouped.ts'
import type { Means } from './means.ts'
import { type Intent, intendFenced } from './store/fenced.ts'
import type { Publication } from './store/publication.ts'

/** Returns null when the lane is lost, its lease is too short, or the publication was ended or cancelled meanwhile. */
export type Intend = (intent: Intent) => Promise<Publication | null>

/** Commits intents. The intents of many lanes that wait at the same time go into one statement. */
export function createIntend({ deps, claim, steady }: Means): Intend {
  const together = async (all: readonly Intent[]): Promise<Map<Intent, Publication | null>> => {
    const begun = await intendFenced(deps.db, claim, all)
    return new Map(all.map((one) => [one, begun.get(one.publication.id) ?? null]))
  }
  return grouped({
    together,
    alone: async (one) => (await steady.once(() => together([one]))).get(one) ?? null,
    inTurn: steady.once,
    most: 100,
  })
}
