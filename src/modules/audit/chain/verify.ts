import type { Db } from '#infra/db/client.ts'
import type { Seal as SecretSeal } from '#infra/seal/seal.ts'
import { createEntryReader } from '../entry-reader.ts'
import { createAuthenticityCheck } from './authenticity.ts'
import type { Head } from './heads.ts'
import { describeEntry, nameOfSeal, type Proof, proveSeal } from './prove-seal.ts'
import { beyondHead, findHead, noSeal, type Seal, selectSealsAfter } from './store.ts'

/** The result of a verification. The log is intact if there are no faults. */
interface Verdict {
  readonly entries: number
  /** Entries whose changes were erased with a person. The rest of each entry is verified. */
  readonly erased: number
  /** Entries that have been written but not yet sealed. They can be verified once they are sealed. */
  readonly waiting: number
  readonly seals: number
  readonly head: Pick<Seal, 'no' | 'hash' | 'lastPosition'> | null
  /** The recorded ends that the chain still contains. */
  readonly headsMet: number
  readonly faultCount: number
  /** The first faults, each a sentence that says where. */
  readonly faults: readonly string[]
}

const faultsListed = 100
const sealsAtOnce = 500

/**
 * Verifies the log from its first entry to its last, in batches: each entry against its leaf, the leaves against their
 * seal, each seal against the previous one and against SECRET_KEY, and the seals against the ends recorded outside the
 * database.
 */
export async function verifyAudit(db: Db, heads: readonly Head[], secret: Pick<SecretSeal, 'open'>): Promise<Verdict> {
  const faults: string[] = []
  let faultCount = 0
  const tell = (fault: string): void => {
    faultCount++
    if (faults.length < faultsListed) faults.push(fault)
  }
  // Entries sealed after this moment are left to the next verification.
  const head = await findHead(db)
  const headNo = head?.no ?? 0
  const proof: Proof = {
    entries: createEntryReader(db, head?.lastPosition ?? 0, (entry) =>
      tell(`Entry ${describeEntry(entry)}: it is empty like an erased entry, but no user of the entry was deleted.`),
    ),
    entryCount: 0,
    erasedCount: 0,
    sealCount: 0,
    lastSeal: { no: 0, hash: noSeal, lastPosition: 0 },
    lastEntry: null,
    tell,
  }
  const authenticity = createAuthenticityCheck(secret)
  const tellUnauthentic = (found: ReturnType<typeof authenticity.end>): void => {
    if (found) tell(`${nameOfSeal(found.seal)} ${found.reason}`)
  }
  const headsByNo = Map.groupBy(heads, ({ no }) => no)
  let headsMet = 0
  for (let after = 0; after < headNo; after = proof.lastSeal.no) {
    for (const seal of await selectSealsAfter(db, after, sealsAtOnce)) {
      if (seal.no > headNo) break
      await proveSeal(proof, seal)
      tellUnauthentic(authenticity.check(seal))
      for (const noted of headsByNo.get(seal.no) ?? []) {
        if (noted.hash === seal.hash) headsMet++
        else tell(`${nameOfSeal(seal)} differs from the head recorded on ${noted.at}: the log was rewritten.`)
      }
    }
    if (proof.lastSeal.no === after) break
  }
  tellUnauthentic(authenticity.end())
  for (const lost of heads.filter(({ no }) => no > headNo)) {
    tell(`The end of the log is missing: seal ${lost.no} (up to position ${lost.position}), recorded on ${lost.at}.`)
  }
  const { waiting, ...beyond } = await beyondHead(db)
  if (beyond.first !== null)
    tell(
      `${beyond.count} entries from position ${beyond.first} are not in any seal: the entries were inserted, or seals were removed.`,
    )
  return {
    entries: proof.entryCount,
    erased: proof.erasedCount,
    waiting,
    seals: proof.sealCount,
    head,
    headsMet,
    faultCount,
    faults,
  }
}
