import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Db } from '#infra/db/client.ts'
import { type Proof, proveSeal } from './chain/prove-seal.ts'
import { findHead, noSeal, type Seal, type SealedEntry, selectSealedAfter, selectSealsAfter } from './chain/store.ts'
import type { EntryReader } from './entry-reader.ts'

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

interface FileVerdict {
  readonly entries: number
  readonly erased: number
  readonly seals: number
  readonly faultCount: number
  readonly faults: readonly string[]
  readonly head: Pick<Seal, 'no' | 'hash' | 'lastPosition'>
}

const faultsListed = 100

/**
 * Verifies an export without a database: each entry against its digest, the entries against their seal, each seal
 * against the previous one, and the last seal against the number in the first line.
 */
export async function verifyFile(path: string): Promise<FileVerdict> {
  const faults: string[] = []
  let faultCount = 0
  const tell = (fault: string): void => {
    faultCount += 1
    if (faults.length < faultsListed) faults.push(fault)
  }
  const start = { entryCount: 0, erasedCount: 0, sealCount: 0, lastEntry: null, tell }
  let proof: Proof = { ...start, entries: readList([]), lastSeal: { no: 0, hash: noSeal, lastPosition: 0 } }
  let promised: number | null = null
  let open: { readonly seal: Seal; readonly entries: SealedEntry[] } | null = null
  const close = async (): Promise<void> => {
    if (open === null) return
    proof = { ...proof, entries: readList(open.entries) }
    await proveSeal(proof, open.seal)
    open = null
  }
  let lineNo = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    lineNo += 1
    if (text === '') continue
    const line = parse(text)
    if (line?.kind === 'export' && typeof line.lastSeal === 'number') promised = line.lastSeal
    else if (line?.kind === 'seal') {
      await close()
      open = { seal: { ...line, sealedAt: new Date(String(line.sealedAt)) } as unknown as Seal, entries: [] }
    } else if (line?.kind === 'entry' && open !== null) open.entries.push(line as unknown as SealedEntry)
    else tell(`Line ${lineNo} is not a valid export line.`)
  }
  await close()
  if (promised === null) tell('The first line, which names the last seal, is missing.')
  else if (proof.lastSeal.no !== promised)
    tell(`The file ends with seal ${proof.lastSeal.no}, but ${promised} were exported.`)
  const { entryCount, erasedCount, sealCount, lastSeal } = proof
  return { entries: entryCount, erased: erasedCount, seals: sealCount, faultCount, faults, head: lastSeal }
}

/** Reads the entries of one seal. */
function readList(entries: readonly SealedEntry[]): EntryReader {
  let at = 0
  return {
    get current() {
      return entries[at]
    },
    shift() {
      at += 1
    },
    refill: async () => entries[at],
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}
