import type { Db } from '#infra/db/client.ts'
import { computeLeaf, digestChanges } from './chain/leaf.ts'
import { findDeparted, findErasedSubjects, type SealedEntry, selectSealedAfter } from './chain/store.ts'

/** Reads the sealed entries in the order of their positions. While one batch is verified, the next one is fetched. */
export interface EntryReader {
  /** The next entry, if already loaded. A promise for each of a million entries would cost more than the proof. */
  readonly current: SealedEntry | undefined
  shift(): void
  /** Loads the next batch and returns its first entry, if any. */
  refill(): Promise<SealedEntry | undefined>
}

const entriesAtOnce = 4_000
const beforeAll = Number.MIN_SAFE_INTEGER

export function createEntryReader(
  db: Db,
  lastPosition: number,
  onUnexplained: (entry: SealedEntry) => void,
): EntryReader {
  let batch: readonly SealedEntry[] = []
  let at = 0
  let coming = fetchAfter(beforeAll)

  function fetchAfter(position: number): Promise<SealedEntry[]> {
    const fetched = selectSealedAfter(db, position, entriesAtOnce)
    // This promise is awaited later, or never if the verification fails before.
    fetched.catch(() => {})
    return fetched
  }
  return {
    get current() {
      return batch[at]
    },
    shift() {
      at++
    },
    async refill() {
      batch = await coming
      at = 0
      const last = batch.at(-1)
      coming = last && last.position < lastPosition ? fetchAfter(last.position) : Promise.resolve([])
      for (const entry of await unexplainedErasures(db, batch)) onUnexplained(entry)
      return batch[0]
    },
  }
}

/**
 * Returns the erased entries without an explanation. Only an entry about a deleted user or an erased subject may be
 * empty; otherwise emptying an entry would be a way to hide something.
 */
async function unexplainedErasures(db: Db, batch: readonly SealedEntry[]): Promise<SealedEntry[]> {
  const erased = batch.filter((entry) => entry.salt === null)
  if (erased.length === 0) return []
  const concerned = new Set(
    erased.flatMap(({ actorUid, ownerUid }) => [actorUid, ownerUid]).filter((uid) => uid !== null),
  )
  const departed = await findDeparted(db, [...concerned])
  const left = erased.filter(({ actorUid, ownerUid }) => !departed.has(actorUid ?? '') && !departed.has(ownerUid ?? ''))
  const things = await findErasedSubjects(db, [...new Set(left.map(({ subject }) => subject))])
  return left.filter(({ subject }) => !things.has(subject))
}

/** Returns the fault of a single entry, or null. */
export function findEntryFault(entry: SealedEntry): string | null {
  if (computeLeaf(entry, entry.changesDigest) !== entry.leaf)
    return 'its content differs from the recorded digest: the entry was changed or inserted from outside.'
  if (entry.salt === null) return isEmpty(entry.changes) ? null : 'it was erased, but contains changes again.'
  if (digestChanges(Buffer.from(entry.salt, 'hex'), entry.changes) !== entry.changesDigest)
    return 'its changes differ from the recorded digest.'
  return null
}

const isEmpty = (changes: unknown): boolean => JSON.stringify(changes) === '{}'
