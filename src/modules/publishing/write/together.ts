import type { DbGate } from '#infra/db/db-gate.ts'
import { grouped } from '#kernel/batches/grouped.ts'
import type { Publication } from '../publication.ts'
import type { Written } from '../store/fenced.ts'

export type Write<One> = (one: One) => Promise<Publication | null>

interface Together<One> {
  /** Writes all or none. Publications that it may not write are missing from the result. */
  writeAll(all: readonly One[]): Promise<Written>
  readonly dbGate: DbGate
  /** The maximum number of publications that are written together. */
  readonly most: number
  /** Writes a publication whose group has failed, or that waited alone. Defaults to one attempt. */
  writeOne?(one: One, hasFailedBefore: boolean): Promise<Publication | null>
}

/** Creates a write that is combined with those waiting for their turn at the same time. */
export function createTogether<One extends { readonly publication: Publication }>({
  writeAll,
  dbGate,
  most,
  writeOne = (one) => dbGate.once(async () => (await writeAll([one])).get(one.publication.id) ?? null),
}: Together<One>): Write<One> {
  return grouped<One, Publication | null>({
    async together(all) {
      const written = await writeAll(all)
      return new Map(all.map((one) => [one, written.get(one.publication.id) ?? null]))
    },
    alone: writeOne,
    inTurn: dbGate.once,
    most,
  })
}
