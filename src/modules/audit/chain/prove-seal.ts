import { createHash } from 'node:crypto'
import { toWire } from '#kernel/ids.ts'
import { type EntryReader, findEntryFault } from '../entry-reader.ts'
import { computeSealHash, type Seal, type SealedEntry } from './store.ts'

/** The progress of a verification. */
export interface Proof {
  readonly entries: EntryReader
  entryCount: number
  erasedCount: number
  sealCount: number
  lastSeal: Pick<Seal, 'no' | 'hash' | 'lastPosition'>
  lastEntry: SealedEntry | null
  tell(fault: string): void
}

/**
 * Proves the next seal: it must follow the previous one, and its entries must be the ones that it was computed from.
 */
export async function proveSeal(proof: Proof, seal: Seal): Promise<void> {
  const { entries, tell } = proof
  const linkFault = linkFaultOf(seal, proof.lastSeal)
  if (linkFault) tell(linkFault)
  const leaves = createHash('sha256')
  let next = seal.firstPosition
  let outside: SealedEntry | null = null
  let misplaced: SealedEntry | null = null
  let complete = true
  for (;;) {
    const entry = entries.current ?? (await entries.refill())
    if (!entry || entry.position > seal.lastPosition) break
    entries.shift()
    if (entry.position < seal.firstPosition) {
      outside ??= entry
      continue
    }
    if (entry.position > next) {
      complete = false
      tell(missing(seal, [next, entry.position - 1], proof.lastEntry, entry))
    }
    const fault = findEntryFault(entry)
    if (fault) tell(`${nameOfSeal(seal)}, entry ${describeEntry(entry)}: ${fault}`)
    if (proof.lastEntry && next > seal.firstPosition && comesBefore(entry, proof.lastEntry)) misplaced ??= entry
    leaves.update(entry.leaf, 'hex')
    next = entry.position + 1
    proof.entryCount++
    if (entry.salt === null) proof.erasedCount++
    proof.lastEntry = entry
  }
  if (outside)
    tell(`Entry ${describeEntry(outside)} is not in any seal: the entry was inserted, or its seal was removed.`)
  if (next <= seal.lastPosition) tell(missing(seal, [next, seal.lastPosition], proof.lastEntry, null))
  else if (complete && leaves.digest('hex') !== seal.leaves) {
    const where = misplaced
      ? ` Entry ${describeEntry(misplaced)} was written before the entry that now precedes it.`
      : ''
    tell(`${nameOfSeal(seal)}: its entries or their order differ from the sealed ones.${where}`)
  }
  proof.sealCount++
  proof.lastSeal = seal
}

function linkFaultOf(seal: Seal, last: Proof['lastSeal']): string | null {
  if (seal.no !== last.no + 1)
    return `Missing: seals ${last.no + 1} to ${seal.no - 1}, positions ${last.lastPosition + 1} to ${seal.firstPosition - 1}.`
  if (computeSealHash(seal) !== seal.hash) return `${nameOfSeal(seal)} was changed after its creation.`
  if (seal.previous !== last.hash) return `${nameOfSeal(seal)} does not match seal ${last.no}.`
  return null
}

export const describeEntry = (entry: SealedEntry): string => `${toWire('aud', entry.id)} (position ${entry.position})`

export const nameOfSeal = (seal: Seal): string =>
  `Seal ${seal.no} (positions ${seal.firstPosition} to ${seal.lastPosition}, ${seal.sealedAt.toISOString()})`

function missing(
  seal: Seal,
  [from, to]: readonly [number, number],
  last: SealedEntry | null,
  following: SealedEntry | null,
): string {
  const which = from === to ? `position ${from} is` : `positions ${from} to ${to} are`
  const sides = [last && `after ${describeEntry(last)}`, following && `before ${describeEntry(following)}`].filter(
    Boolean,
  )
  return `${nameOfSeal(seal)}: ${which} missing${sides.map((side) => `, ${side}`).join('')}.`
}

/**
 * True if the entry sorts before the other within a seal: by transaction, a number without leading zeros, then by ID.
 */
function comesBefore(entry: SealedEntry, other: SealedEntry): boolean {
  if (entry.tx === other.tx) return entry.id < other.id
  return entry.tx.length === other.tx.length ? entry.tx < other.tx : entry.tx.length < other.tx.length
}
