import type { Db } from '#infra/db/client.ts'
import { departedOf, erasedThingsOf, type SealedEntry, sealedAfter } from './chain-store.ts'
import { changesDigestOf, leafOf } from './leaf.ts'

/** The sealed entries in the order of their positions. While one batch is proved, the next one is on its way. */
export interface EntryReader {
  /** The next one, when it is here already: a million promises would cost more than the proof. */
  readonly current: SealedEntry | undefined
  shift(): void
  /** Brings the next batch; its first entry, if there is one. */
  refill(): Promise<SealedEntry | undefined>
}

const entriesAtOnce = 4_000
const beforeAll = Number.MIN_SAFE_INTEGER

export function readEntries(db: Db, lastPosition: number, onUnexplained: (entry: SealedEntry) => void): EntryReader {
  let batch: readonly SealedEntry[] = []
  let at = 0
  let coming = fetchAfter(beforeAll)

  function fetchAfter(position: number): Promise<SealedEntry[]> {
    const fetched = sealedAfter(db, position, entriesAtOnce)
    // It is awaited later, or never when the proof fails before.
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

/** Only what concerns somebody who has left, or a thing that was erased, may be empty; otherwise emptying would be a way to hide something. */
async function unexplainedErasures(db: Db, batch: readonly SealedEntry[]): Promise<SealedEntry[]> {
  const erased = batch.filter((entry) => entry.salt === null)
  if (erased.length === 0) return []
  const concerned = new Set(
    erased.flatMap(({ actorUid, ownerUid }) => [actorUid, ownerUid]).filter((uid) => uid !== null),
  )
  const departed = await departedOf(db, [...concerned])
  const left = erased.filter(({ actorUid, ownerUid }) => !departed.has(actorUid ?? '') && !departed.has(ownerUid ?? ''))
  const things = await erasedThingsOf(db, [...new Set(left.map(({ subject }) => subject))])
  return left.filter(({ subject }) => !things.has(subject))
}

/** What is wrong with an entry by itself, or null. */
export function entryFaultOf(entry: SealedEntry): string | null {
  if (leafOf(entry, entry.changesDigest) !== entry.leaf)
    return 'it does not say what was written: it was changed, or put in by another hand.'
  if (entry.salt === null) return isEmpty(entry.changes) ? null : 'it was erased, and tells of changes again.'
  if (changesDigestOf(Buffer.from(entry.salt, 'hex'), entry.changes) !== entry.changesDigest)
    return 'its changes are not those that were written.'
  return null
}

const isEmpty = (changes: unknown): boolean => JSON.stringify(changes) === '{}'
