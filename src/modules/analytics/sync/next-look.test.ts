import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { inTx, type Tx } from '#infra/db/client.ts'
import { hours } from '#kernel/clock.ts'
import { type AccountId, fromWire } from '#kernel/ids.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { until } from '#test/harness/until.ts'
import { done } from '#test/world/people.ts'
import { connectBoth } from '#test/world/posts.ts'
import { createAccountClaim, noteNextLook } from '../store/lanes.ts'

/** The time of an account's next reading, while a worker moves it back and another one makes a reading due. */
let t: TestApp
let accountId: AccountId
before(async () => {
  t = await startApp({ sandbox: true, numbers: true })
  const both = await connectBoth(t)
  accountId = fromWire('acc', both.mastodon) as AccountId
  done(await both.ada.post('/v1/posts', { profileId: both.profileId, platforms: ['mastodon'], content: 'a post' }), 201)
  await t.settle()
  await t.advance(hours(2))
})
after(() => t[Symbol.asyncDispose]())

const makeDue = (db: Tx | TestApp['db']) =>
  sql`update metrics_watch set due_at = ph.now() where account_id = ${accountId}`.execute(db)
const postpone = () =>
  sql`update metrics_watch set due_at = ph.now() + interval '1 hour' where account_id = ${accountId}`.execute(t.db)
const isDue = async (): Promise<boolean> => {
  const first = createAccountClaim('nobody').firstDue(sql`ph.now()`)
  const { rows } = await sql<{ due: boolean }>`select ${first} is not null as due`.execute(t.db)
  return rows[0]?.due ?? false
}
const somebodyWaits = () =>
  until('one transaction waits for the other', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
    return rows.length > 0
  })

test('after a reading, an account is due again at its next reading, and not before', async () => {
  await postpone()
  await noteNextLook(t.db, accountId)
  assert.equal(await isDue(), false)
  await makeDue(t.db)
  assert.equal(await isDue(), true)
})

test('a reading that becomes due while a worker postpones the next one is not missed', async () => {
  await postpone()
  let made: Promise<unknown> | undefined
  await inTx(t.db, async (tx) => {
    // The worker's own lock, taken and held before its second statement.
    await sql`select from metrics_account where account_id = ${accountId} for no key update`.execute(tx)
    await sql`update metrics_account set next_look_at = ph.now() + interval '1 hour' where account_id = ${accountId}`.execute(
      tx,
    )
    made = makeDue(t.db)
    await somebodyWaits()
  })
  await made
  assert.equal(await isDue(), true)
})

test('a worker that postpones the next reading notices one that was just made due', async () => {
  await postpone()
  await noteNextLook(t.db, accountId)
  let noted: Promise<void> | undefined
  await inTx(t.db, async (tx) => {
    await makeDue(tx)
    noted = noteNextLook(t.db, accountId)
    await somebodyWaits()
  })
  await noted
  assert.equal(await isDue(), true)
})
