import type { Db } from '#infra/db/client.ts'
import { findHead, type Seal, type SealedEntry, selectSealedAfter, selectSealsAfter } from '../chain/store.ts'

/** The lines of an export. Each entry follows the seal that proves it. */
type ExportLine =
  | { readonly kind: 'export'; readonly version: 1; readonly exportedAt: string; readonly lastSeal: number }
  | ({ readonly kind: 'seal'; readonly sealedAt: string } & Omit<Seal, 'sealedAt'>)
  | ({ readonly kind: 'entry' } & SealedEntry)

const sealsAtOnce = 100

/**
 * Writes the sealed log as JSON lines, each seal before its entries, with the digests that prove them. It reads one
 * batch at a time, so memory use stays small regardless of the log's length.
 */
export async function* exportLog(db: Db, now: Date): AsyncGenerator<string> {
  const lastSeal = (await findHead(db))?.no ?? 0
  yield lineOf({ kind: 'export', version: 1, exportedAt: now.toISOString(), lastSeal })
  for (let no = 0; no < lastSeal; ) {
    const seals = await selectSealsAfter(db, no, sealsAtOnce)
    if (seals.length === 0) return
    for (const seal of seals) {
      if (seal.no > lastSeal) return
      yield lineOf({ kind: 'seal', ...seal, sealedAt: seal.sealedAt.toISOString() })
      const size = seal.lastPosition - seal.firstPosition + 1
      const entries = await selectSealedAfter(db, seal.firstPosition - 1, size)
      yield entries.map((entry) => lineOf({ kind: 'entry', ...entry })).join('')
      no = seal.no
    }
  }
}

const lineOf = (line: ExportLine): string => `${JSON.stringify(line)}\n`
