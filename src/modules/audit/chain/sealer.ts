import { createHash } from 'node:crypto'
import type { Wakeable } from '#infra/claim/index.ts'
import { type Db, inTx } from '#infra/db/client.ts'
import type { Log } from '#infra/log/log.ts'
import type { Seal } from '#infra/seal/seal.ts'
import { createTicker, type Ticker } from '#infra/time/ticker.ts'
import type { Clock } from '#kernel/clock.ts'
import { authenticate } from './authenticity.ts'
import { headOf, writeLatestHead } from './heads.ts'
import {
  becomeSealer,
  computeSealHash,
  findHead,
  firstUnsealed,
  hasUnsealed,
  insertSeal,
  noSeal,
  selectUnsealed,
  setPositions,
} from './store.ts'

/**
 * Seals committed entries: gives each its position and writes a seal over them. The sealer runs behind the writers and
 * never takes a lock that they wait for. An entry's position, not its time, marks it as sealed: an entry whose
 * transaction commits late goes into the next seal, and open transactions do not delay the others.
 */
type Sealer = Ticker & Wakeable

interface SealerDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly seal: Pick<Seal, 'seal'>
  readonly config: { readonly dataDir: string }
}

const everyMs = 1_000
/** One tick in this many runs the check anyway, in case nothing wakes the sealer. */
const lookEveryTicks = 30
/**
 * The maximum number of entries in a seal. A problem is located to one seal, so seals are small. This also keeps the
 * transaction short.
 */
const entriesMax = 1_000

export function createSealer({ db, clock, log, seal, config }: SealerDeps): Sealer {
  // A full or read-only disk must not keep the log from being sealed; the next head is written again.
  const noteHead = async (): Promise<void> => {
    const head = await findHead(db)
    if (head) await writeLatestHead(config.dataDir, headOf(head, clock.now())).catch(onError)
  }
  const sealAll = async (): Promise<void> => {
    while (await hasUnsealed(db)) {
      const count = await sealSome({ db, clock, seal })
      if (count > 0) await noteHead()
      if (count < entriesMax) return
    }
  }
  const onError = (error: unknown) =>
    log.warn({ event: 'audit.seal_failed', err: error }, 'Audit log could not be sealed; retrying')
  let isKicked = true
  let ticksUnkicked = 0
  // A seal is a commit, so multiple entries share one: at most one per second, regardless of how often the sealer is
  // woken.
  const second = createTicker(
    everyMs,
    async () => {
      ticksUnkicked += 1
      if (!isKicked && ticksUnkicked < lookEveryTicks) return
      isKicked = false
      ticksUnkicked = 0
      await sealAll()
    },
    onError,
  )
  return {
    firstDue: () => firstUnsealed,
    kick() {
      isKicked = true
    },
    tick: sealAll,
    start: () => second.start(),
    stop: () => second.stop(),
  }
}

/** Writes one seal and returns the number of its entries; 0 while another node seals. */
export function sealSome({ db, clock, seal: secret }: Pick<SealerDeps, 'db' | 'clock' | 'seal'>): Promise<number> {
  return inTx(db, async (tx) => {
    if (!(await becomeSealer(tx))) return 0
    const entries = await selectUnsealed(tx, entriesMax)
    if (entries.length === 0) return 0
    const head = await findHead(tx)
    const leaves = createHash('sha256')
    for (const { leaf } of entries) leaves.update(leaf)
    const firstPosition = (head?.lastPosition ?? 0) + 1
    const seal = {
      no: (head?.no ?? 0) + 1,
      sealedAt: clock.now(),
      firstPosition,
      lastPosition: firstPosition + entries.length - 1,
      leaves: leaves.digest('hex'),
      previous: head?.hash ?? noSeal,
    }
    await setPositions(
      tx,
      entries.map((entry) => entry.id),
      firstPosition,
    )
    const hash = computeSealHash(seal)
    await insertSeal(tx, { ...seal, hash, sealedHash: authenticate(secret, { ...seal, hash }) })
    return entries.length
  })
}
