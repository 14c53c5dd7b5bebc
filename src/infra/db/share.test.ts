import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '#test/harness/database.ts'
import { type Db, openDb, openPool } from './client.ts'
import { runFor, runForAll } from './share.ts'

/** Eight connections to one database, and users who take them. */
let database: TestDatabase
let db: Db
before(async () => {
  database = await openTestDatabase()
  db = openDb(openPool(database.connection, { name: 'test', max: 8, statementTimeoutMs: 20_000 }, () => {}))
})
after(async () => {
  await db.destroy()
  await database[Symbol.asyncDispose]()
})

interface Taken {
  readonly hasIt: () => boolean
  /** Resolves when it is taken. */
  readonly got: Promise<void>
  giveBack(): Promise<void>
}

/** Takes a connection for a user, who keeps it until `giveBack`. */
function take(who: string, asks = runFor): Taken {
  const got = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  let hasIt = false
  let ended: Promise<void> = Promise.resolve()
  asks(who, () => {
    ended = db.connection().execute(async () => {
      hasIt = true
      got.resolve()
      await done.promise
    })
  })
  return {
    hasIt: () => hasIt,
    got: got.promise,
    giveBack: async () => {
      done.resolve()
      await ended
    },
  }
}

/**
 * Resolves after a round trip to the database. By then, each request that could take a connection has it.
 */
const settled = () => sql`select 1`.execute(database.db)

test('each user takes at most half of the free connections, so a new user always finds one', async () => {
  const held: Taken[] = []
  for (const [who, most] of [
    ['ada', 4],
    ['ben', 2],
    ['cid', 1],
  ] as const) {
    const mine = Array.from({ length: 6 }, () => take(who))
    await Promise.all(mine.slice(0, most).map(({ got }) => got))
    await settled()
    assert.equal(mine.filter(({ hasIt }) => hasIt()).length, most, who)
    held.push(...mine)
  }
  const late = take('dot')
  await late.got
  await Promise.all([...held, late].map((one) => one.giveBack()))
  assert.ok(
    held.every(({ hasIt }) => hasIt()),
    'the waiting user has had a turn',
  )
})

test('a returned connection goes to the user with the fewest connections, however long others have waited', async () => {
  const ada = Array.from({ length: 6 }, () => take('ada'))
  await Promise.all(ada.slice(0, 4).map(({ got }) => got))
  const ben = Array.from({ length: 3 }, () => take('ben'))
  await Promise.all(ben.slice(0, 2).map(({ got }) => got))
  await settled()
  assert.equal(ben[2]!.hasIt(), false)
  await ada[0]!.giveBack()
  await ben[2]!.got
  await settled()
  assert.equal(ada[4]!.hasIt(), false)
  await Promise.all([...ada, ...ben].map((one) => one.giveBack()))
})

test('a read on behalf of all users does not wait for the user whose request triggered it', async () => {
  const ada = Array.from({ length: 6 }, () => take('ada'))
  await Promise.all(ada.slice(0, 4).map(({ got }) => got))
  const shared = take('ada', (who, work) => runFor(who, () => runForAll(work)))
  await shared.got
  assert.equal(ada[5]!.hasIt(), false)
  await Promise.all([...ada, shared].map((one) => one.giveBack()))
})
