import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { createSeal } from '#infra/seal/seal.ts'
import { days, hours } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { startApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { openTestDatabase } from '#test/harness/database.ts'
import { readOwnHeads, verifyAudit, writeAudit } from '../index.ts'
import { authenticate } from './authenticity.ts'
import { sealSome } from './sealer.ts'
import { computeSealHash, insertSeal, type Seal, selectSealsAfter } from './store.ts'

const clock = { now: () => epoch }
const secret = createSeal({ key: Buffer.alloc(32, 7), previousKeys: [] })

const say = (tx: Tx, n: number): Promise<void> =>
  writeAudit(tx, {
    at: new Date(epoch.getTime() + n),
    caller: null,
    ownerUid: newId<'usr'>(epoch),
    action: `n.${n}`,
    subject: 'x',
    changes: { name: { from: `before ${n}`, to: null }, at: { from: epoch, to: { zebra: [1.5, -0], ape: 'é"\n' } } },
  })

const write = (db: Db, n: number): Promise<void> => inTx(db, (tx) => say(tx, n))

/** Opens a log with three seals, over the positions 1 to 4, 5 to 8 and 9 to 12. */
async function openLog() {
  const database = await openTestDatabase()
  const { db } = database
  for (let n = 1; n <= 12; n++) {
    await write(db, n)
    if (n % 4 === 0) assert.equal(await sealSome({ db, clock, seal: secret }), 4)
  }
  return { ...database, db, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

/** Returns the errors that a verification finds after the change, then rolls the change back. */
async function faultsAfter(
  db: Db,
  tamper: (tx: Tx) => Promise<unknown>,
  heads: Parameters<typeof verifyAudit>[1] = [],
  by: Parameters<typeof verifyAudit>[2] = secret,
) {
  let faults: readonly string[] = []
  const undone = inTx(db, async (tx) => {
    await tamper(tx)
    faults = (await verifyAudit(tx, heads, by)).faults
    throw new Error('undo')
  })
  await assert.rejects(undone, /undo/)
  return faults
}

test('someone who can only write to the database cannot rewrite the log, whatever seals they create', async () => {
  await using log = await openLog()
  const { db } = log
  /** Rewrites the last seal with what an attacker has: the code, but no key. */
  const rewrite = (sealedHash: Buffer | null) => async (tx: Tx) => {
    await sql`delete from audit_entry where position = 12`.execute(tx)
    const [last] = (await selectSealsAfter(tx, 2, 1)) as [Seal]
    const { rows } = await sql<{ leaf: Buffer }>`
      select leaf from audit_entry where position > 8 order by position`.execute(tx)
    const leaves = createHash('sha256')
    for (const { leaf } of rows) leaves.update(leaf)
    const seal = { ...last, lastPosition: 11, leaves: leaves.digest('hex') }
    await sql`delete from audit_seal where no = 3`.execute(tx)
    await insertSeal(tx, { ...seal, hash: computeSealHash(seal), sealedHash: sealedHash ?? null })
  }
  const old = (await selectSealsAfter(db, 2, 1))[0]?.sealedHash ?? null
  const foreign = createSeal({ key: Buffer.alloc(32, 8), previousKeys: [] })
  for (const sealedHash of [old, authenticate(foreign, { no: 3, hash: 'aa' }), Buffer.from('nonsense')])
    assert.match(
      (await faultsAfter(db, rewrite(sealedHash))).join(),
      /^Seal 3 .* does not match SECRET_KEY: the log was rewritten\.$/,
    )
  assert.match((await faultsAfter(db, rewrite(null))).join(), /^Seal 3 .* is not authenticated by SECRET_KEY/)
  const allNull = async (tx: Tx) => void (await sql`update audit_seal set sealed_hash = null`.execute(tx))
  assert.match((await faultsAfter(db, allNull)).join(), /^Seal 3 .* is not authenticated by SECRET_KEY/)
})

test('an upgrade keeps the log intact: seals of the earlier version are accepted until a day after the first new seal', async () => {
  await using log = await openLog()
  const { db } = log
  await sql`update audit_seal set sealed_hash = null`.execute(db)
  const sealAt = async (n: number, afterMs: number) => {
    await write(db, n)
    await sealSome({ db, clock: { now: () => new Date(epoch.getTime() + afterMs) }, seal: secret })
    return (await verifyAudit(db, [], secret)).faults
  }
  assert.deepEqual(await sealAt(13, 0), [])
  await sealAt(14, hours(1))
  await sql`update audit_seal set sealed_hash = null where no = 5`.execute(db)
  assert.deepEqual(await sealAt(15, hours(2)), [], 'a process of the earlier version sealed 5')
  await sealAt(16, days(2))
  await sql`update audit_seal set sealed_hash = null where no = 7`.execute(db)
  assert.match((await sealAt(17, days(2) + 1)).join(), /^Seal 7 .* is not authenticated by SECRET_KEY/)
})

test('the head is recorded outside the database at each seal, so a truncation is noticed immediately', async () => {
  await using t = await startApp()
  for (const n of [1, 2, 3]) {
    await write(t.db, n)
    await t.settle()
  }
  const { heads } = await readOwnHeads(t.folder)
  assert.deepEqual(
    heads.map(({ no }) => no),
    [3],
  )
  assert.deepEqual((await verifyAudit(t.db, heads, t.deps.seal)).faults, [])
  const cut = async (tx: Tx) => {
    await sql`delete from audit_entry where position > (select last_position from audit_seal where no = 2)`.execute(tx)
    await sql`delete from audit_seal where no = 3`.execute(tx)
  }
  const faults = await faultsAfter(t.db, cut, heads, t.deps.seal)
  assert.match(faults.join(), /^The end of the log is missing: seal 3/)
})
