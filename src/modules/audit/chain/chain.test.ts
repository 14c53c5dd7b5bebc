import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Db, inTx, openDb, openPool, type Tx } from '#infra/db/client.ts'
import { createSeal } from '#infra/seal/seal.ts'
import { hours, minutes } from '#kernel/clock.ts'
import { newId, toWire } from '#kernel/ids.ts'
import { startApp } from '#test/harness/app.ts'
import { epoch } from '#test/harness/clock.ts'
import { withServer } from '#test/harness/connections.ts'
import { openFreshDatabase, openTestDatabase } from '#test/harness/database.ts'
import { readHeads, verifyAudit, writeAudit } from '../index.ts'
import { headsFile } from './heads.ts'
import { sealSome } from './sealer.ts'

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
  const { head, ...sound } = await verifyAudit(db, [], secret)
  assert.deepEqual(sound, { entries: 12, erased: 0, waiting: 0, seals: 3, headsMet: 0, faultCount: 0, faults: [] })
  assert.ok(head)
  const noted = { at: epoch.toISOString(), no: head.no, position: head.lastPosition, hash: head.hash }
  const at = async (position: number) => {
    const row = await db.selectFrom('auditEntry').selectAll().where('position', '=', position).executeTakeFirstOrThrow()
    return `${toWire('aud', row.id)} (position ${position})`
  }
  return { ...database, db, noted, at, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
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

test('an edit to any column of an entry is found and named', async () => {
  await using log = await openLog()
  const edits = [
    sql`actor_uid = gen_random_uuid()`,
    sql`actor_kind = 'api-key'`,
    sql`actor_key_id = gen_random_uuid()`,
    sql`owner_uid = gen_random_uuid()`,
    sql`action = 'other'`,
    sql`subject = 'y'`,
    sql`request_id = 'r'`,
    sql`via = 'chat'`,
    sql`at = at + interval '1 microsecond'`,
    sql`changes = '{}'`,
    sql`changes = jsonb_set(changes, '{name,from}', '"x"')`,
    sql`salt = sha256(salt)`,
    sql`changes_digest = sha256(changes_digest)`,
    sql`id = gen_random_uuid()`,
  ]
  for (const edit of edits) {
    const faults = await faultsAfter(log.db, (tx) => sql`update audit_entry set ${edit} where position = 6`.execute(tx))
    assert.equal(faults.length, 1, `${edit.compile(log.db).sql}: ${faults}`)
    assert.match(faults[0]!, /^Seal 2 \(positions 5 to 8, .*\), entry aud_\w+ \(position 6\): it/)
  }
  const everyColumn = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'audit_entry' order by 1`.execute(
    log.db,
  )
  const named = edits.map((edit) => edit.compile(log.db).sql.split(' ')[0])
  assert.deepEqual(
    everyColumn.rows.map(({ name }) => name).filter((name) => !named.includes(name)),
    // The profile follows from the subject, and says only in which list the entry is.
    ['leaf', 'position', 'profile_id', 'tx'],
    'a new column says something, too: bring it into the leaf',
  )
})

const otherEntries = /^Seal 2 \(positions 5 to 8, .*\): its entries or their order differ from the sealed ones\./

test('an entry replaced by one with valid digests is found at its seal', async () => {
  await using log = await openLog()
  const faults = await faultsAfter(log.db, async (tx) => {
    await say(tx, 99)
    await sql`delete from audit_entry where position = 6`.execute(tx)
    await sql`update audit_entry set position = 6 where position is null`.execute(tx)
  })
  assert.equal(faults.length, 1)
  assert.match(faults[0]!, otherEntries)
})

test('swapped entries are found, within a seal and across two, and the misplaced one is named', async () => {
  await using log = await openLog()
  const swap = (one: number, other: number) =>
    faultsAfter(log.db, async (tx) => {
      await sql`update audit_entry set position = -1 where position = ${one}`.execute(tx)
      await sql`update audit_entry set position = ${one} where position = ${other}`.execute(tx)
      await sql`update audit_entry set position = ${other} where position = -1`.execute(tx)
    })
  const misplaced = await log.at(6)
  const within = await swap(6, 7)
  assert.equal(within.length, 1)
  assert.match(within[0]!, otherEntries)
  assert.ok(within[0]?.includes(`${misplaced.split(' ')[0]} (position 7) was written before`), within[0])
  const across = await swap(6, 10)
  assert.deepEqual(
    across.map((fault) => fault.slice(0, 6)),
    ['Seal 2', 'Seal 3'],
  )
})

test('deleted entries are located between their neighbors, whether one, several or an entire seal’s entries are missing', async () => {
  await using log = await openLog()
  const without = (condition: string) =>
    faultsAfter(log.db, (tx) => sql`delete from audit_entry where ${sql.raw(condition)}`.execute(tx))
  const [one, ...noMore] = await without('position = 6')
  assert.match(one!, /^Seal 2 .*: position 6 is missing/)
  assert.ok(one?.endsWith(`, after ${await log.at(5)}, before ${await log.at(7)}.`), one)
  assert.deepEqual(noMore, [])
  const [several, ...noOther] = await without('position between 7 and 8')
  assert.match(several!, /^Seal 2 .*: positions 7 to 8 are missing, after aud_\w+ \(position 6\)\.$/)
  assert.deepEqual(noOther, [])
  assert.match((await without('position between 5 and 8')).join(), /^Seal 2 .*: positions 5 to 8 are missing/)
  assert.match((await without('true')).join(), /^Seal 1 .* missing.*Seal 2 .* missing.*Seal 3 .* missing/)
})

test('a deleted entry is detected at its seal and at the end, even if all later entries are moved up', async () => {
  await using log = await openLog()
  const faults = await faultsAfter(log.db, async (tx) => {
    await sql`delete from audit_entry where position = 6`.execute(tx)
    for (let position = 7; position <= 12; position++)
      await sql`update audit_entry set position = ${position - 1} where position = ${position}`.execute(tx)
  })
  assert.match(faults[0]!, otherEntries)
  assert.match(faults.at(-1)!, /^Seal 3 .*: position 12 is missing/)
})

test('inserted entries are found before the first seal, after the last, and through the ordinary path', async () => {
  await using log = await openLog()
  const forged = (position: string) => sql`
    insert into audit_entry (id, at, actor_kind, action, subject, salt, changes_digest, leaf, position)
    values (gen_random_uuid(), '2027-01-01', 'system', 'x', 'x', 'x', 'x', 'x', ${sql.raw(position)})`
  const [early] = await faultsAfter(log.db, (tx) => forged('0').execute(tx))
  assert.match(early!, /^Entry aud_\w+ \(position 0\) is not in any seal/)
  const [late] = await faultsAfter(log.db, (tx) => forged('13').execute(tx))
  assert.match(late!, /^1 entries from position 13 are not in any seal/)
  await forged('null').execute(log.db)
  assert.equal(await sealSome({ db: log.db, clock, seal: secret }), 1)
  const { faults } = await verifyAudit(log.db, [], secret)
  assert.match(faults.join(), /^Seal 4 .*, entry aud_\w+ \(position 13\): its content differs from the recorded digest/)
  const bare = sql`insert into audit_entry (id, at, actor_kind, action, subject)
    values (gen_random_uuid(), '2027-01-01', 'system', 'x', 'x')`.execute(log.db)
  await assert.rejects(bare, /not-null/)
})

test('changed, removed and rewritten seals are found', async () => {
  await using log = await openLog()
  const after = (statement: ReturnType<typeof sql>) => faultsAfter(log.db, (tx) => statement.execute(tx), [log.noted])
  const columns = ["sealed_at = sealed_at + interval '1 s'", 'leaves = sha256(leaves)', 'previous = sha256(previous)']
  for (const change of [...columns, 'hash = sha256(hash)']) {
    const [fault] = await after(sql`update audit_seal set ${sql.raw(change)} where no = 2`)
    assert.match(fault!, /^Seal 2 .* was changed after its creation\.$/, change)
  }
  const [gap] = await after(sql`delete from audit_seal where no = 2`)
  assert.equal(gap, 'Missing: seals 2 to 2, positions 5 to 8.')
  const [cut] = await after(sql`delete from audit_seal where no = 3`)
  assert.match(
    cut!,
    /^The end of the log is missing: seal 3 \(up to position 12\), recorded on 2027-01-13T12:00:00.000Z\.$/,
  )
})

test('a cleanly truncated or rewritten log is self-consistent, but the recorded heads reveal it', async () => {
  await using log = await openLog()
  const cut = async (tx: Tx) => {
    await sql`delete from audit_entry where position > 8`.execute(tx)
    await sql`delete from audit_seal where no = 3`.execute(tx)
  }
  assert.deepEqual(await faultsAfter(log.db, cut), [])
  assert.match((await faultsAfter(log.db, cut, [log.noted])).join(), /^The end of the log is missing: seal 3/)
  const all = async (tx: Tx) => {
    await sql`delete from audit_entry`.execute(tx)
    await sql`delete from audit_seal`.execute(tx)
  }
  assert.match((await faultsAfter(log.db, all, [log.noted])).join(), /^The end of the log is missing: seal 3/)

  await sql`delete from audit_entry where position = 12`.execute(log.db)
  await sql`delete from audit_seal where no = 3`.execute(log.db)
  await sql`update audit_entry set position = null where position > 8`.execute(log.db)
  await sealSome({ db: log.db, clock, seal: secret })
  assert.deepEqual((await verifyAudit(log.db, [], secret)).faults, [])
  const { faults } = await verifyAudit(log.db, [log.noted], secret)
  assert.match(faults.join(), /^Seal 3 .* differs from the head recorded on .*: the log was rewritten\.$/)
})

test('an entry that commits late is sealed once, after entries that began later', async () => {
  await using log = await openLog()
  const { db } = log
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = inTx(db, async (tx) => {
    await say(tx, 13)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  await write(db, 14)
  assert.equal(await sealSome({ db, clock, seal: secret }), 1, 'an open transaction blocks no other')
  released.resolve()
  await late
  assert.equal(await sealSome({ db, clock, seal: secret }), 1)
  assert.equal(await sealSome({ db, clock, seal: secret }), 0)
  const order = await db
    .selectFrom('auditEntry')
    .select('action')
    .where('position', '>', 12)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    order.map(({ action }) => action),
    ['n.14', 'n.13'],
  )
  const { entries, seals, faults } = await verifyAudit(db, [log.noted], secret)
  assert.deepEqual([entries, seals, faults], [14, 5, []])
})

test('of several concurrent sealers, one seals and none waits; under load, each entry is sealed once', async () => {
  await using log = await openLog()
  const { db, connection } = log
  const other = openDb(openPool(connection, { name: 'other', max: 4, statementTimeoutMs: 10_000 }, () => {}))
  try {
    await write(db, 13)
    await inTx(other, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('posthorn audit sealer'))`.execute(tx)
      assert.equal(await sealSome({ db, clock, seal: secret }), 0)
    })
    let writing = true
    const writers = Promise.all(
      [0, 1].map(async (writer) => {
        for (let n = 0; n < 40; n++) await write(db, 100 + writer * 100 + n)
      }),
    ).then(() => {
      writing = false
    })
    const seal = async (on: Db) => {
      while (writing) await sealSome({ db: on, clock, seal: secret })
    }
    await Promise.all([writers, seal(db), seal(other), seal(other)])
    await sealSome({ db, clock, seal: secret })
    const { entries, waiting, faults } = await verifyAudit(other, [log.noted], secret)
    assert.deepEqual([entries, waiting, faults], [93, 0, []])
  } finally {
    await other.destroy()
  }
})

test('a sealer that dies before its seal leaves no positions behind', async () => {
  await using log = await openLog()
  const { db } = log
  await write(db, 13)
  await sql`create function die() returns trigger language plpgsql
    as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`.execute(db)
  await sql`create trigger die before insert on audit_seal for each row execute function die()`.execute(db)
  await assert.rejects(sealSome({ db, clock, seal: secret }))
  const { waiting, faults } = await verifyAudit(db, [log.noted], secret)
  assert.deepEqual([waiting, faults], [1, []])
  await sql`drop trigger die on audit_seal`.execute(db)
  assert.equal(await sealSome({ db, clock, seal: secret }), 1)
  assert.deepEqual((await verifyAudit(db, [log.noted], secret)).faults, [])
})

test('entries from before the chain are sealed unchanged', async () => {
  const connection = await openFreshDatabase()
  const migration = (name: string) =>
    readFile(join(import.meta.dirname, '../../../../migrations', `${name}.sql`), 'utf8')
  const odd = { Zebra: [1, 2.5, true, null], ape: { 'b"\\\n\u0001é': '/ü😀\u2028\u007f', B: {} }, a: [], '': '' }
  await withServer(connection, async (client) => {
    await client.query(await migration('0001-foundation'))
    for (const changes of [odd, {}]) {
      await client.query(
        `insert into audit_entry (id, at, actor_kind, actor_uid, action, subject, changes, request_id)
         values (gen_random_uuid(), '2026-05-01T10:00:00.123456Z', 'user', gen_random_uuid(), 'x "y"', 'é', $1, 'r')`,
        [JSON.stringify(changes)],
      )
    }
    await client.query(await migration('0002-audit-chain'))
    await client.query(await migration('0088-authenticated-audit-seals'))
    await client.query(await migration('0124-activity-of-brands'))
  })
  const db = openDb(openPool(connection, { name: 'test', max: 2, statementTimeoutMs: 10_000 }, () => {}))
  try {
    await sealSome({ db, clock, seal: secret })
    const { entries, faults } = await verifyAudit(db, [], secret)
    assert.deepEqual([entries, faults], [2, []])
    const [fault] = await faultsAfter(db, (tx) => sql`update audit_entry set changes = '{"a":1}'`.execute(tx))
    assert.match(fault!, /its changes differ from the recorded digest/)
  } finally {
    await db.destroy()
  }
})

test('erasing a user leaves the log intact and is counted; emptying an existing user’s entries is detected', async () => {
  await using t = await startApp()
  const [boss, ada] = [await t.as('boss'), await t.as('ada')]
  await ada.patch('/v1/auth/me', { name: 'Ada Lovelace' })
  await boss.patch('/v1/auth/me', { name: 'The boss' })
  await t.settle()
  assert.equal((await ada.delete('/v1/auth/me')).status, 200)
  await t.settle()
  const { faults, erased, waiting, entries } = await verifyAudit(t.db, [], t.deps.seal)
  assert.deepEqual([faults, waiting], [[], 0])
  assert.ok(erased >= 3 && entries > erased, `${erased} of ${entries}`)
  const { rows } = await sql<{ text: string }>`select audit_entry::text as text from audit_entry`.execute(t.db)
  assert.ok(rows.every(({ text }) => !text.includes('Lovelace')))

  const hidden = await faultsAfter(
    t.db,
    (tx) => sql`update audit_entry set changes = '{}', salt = null where changes::text like '%The boss%'`.execute(tx),
    [],
    t.deps.seal,
  )
  assert.equal(hidden.length, 1)
  assert.match(
    hidden[0]!,
    /^Entry aud_\w+ \(position \d+\): it is empty like an erased entry, but no user of the entry was deleted\.$/,
  )
  const filled = await faultsAfter(
    t.db,
    (tx) => sql`update audit_entry set changes = '{"a":1}' where salt is null`.execute(tx),
    [],
    t.deps.seal,
  )
  assert.equal(filled.length, erased)
  assert.match(filled[0]!, /it was erased, but contains changes again/)
})

test('the chain’s head is recorded outside the database once a day', async () => {
  await using t = await startApp()
  await write(t.db, 1)
  await t.advance(minutes(1))
  await t.advance(hours(24))
  await write(t.db, 2)
  await t.advance(minutes(1))
  await t.advance(hours(24))
  const { heads, unreadable } = await readHeads(headsFile(t.folder))
  assert.deepEqual([heads.map(({ no }) => no), unreadable], [[1, 2], []])
  const { headsMet, faults } = await verifyAudit(t.db, heads, t.deps.seal)
  assert.deepEqual([headsMet, faults], [2, []])
})
