import { grouped } from '#kernel/grouped.ts'
import type { Means } from './means.ts'
import { type Intent, intendFenced } from './store/fenced.ts'
import type { Publication } from './store/publication.ts'

/** Null: the lane is lost or its lease too short, or somebody else ended or cancelled the publication. */
export type Intend = (intent: Intent) => Promise<Publication | null>

/** Commits intents; those of many lanes that wait for their turn at once in one statement. */
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
