import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTx } from '#infra/db/client.ts'
import type { TestApp } from '../harness/app.ts'

type Table =
  | 'alert'
  | 'audit_entry'
  | 'event'
  | 'network_grant'
  | 'post_target'
  | 'publication_call'
  | 'publication_part'

/**
 * Stops the first call inside its transaction at its write to the table, with the locks it has by then, until the
 * second waits for it or has ended.
 */
export async function meetHalfway<First, Second>(
  t: TestApp,
  table: Table,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<readonly [First, Second]> {
  const { pending } = await inTx(t.db, async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    const one = first()
    await until(async () => (await waiting(t)) >= 1, 'the first does not come so far')
    let hasEnded = false
    const other = second().finally(() => {
      hasEnded = true
    })
    await until(async () => hasEnded || (await waiting(t)) >= 2, 'the second neither waits nor ends')
    return { pending: Promise.all([one, other]) }
  })
  return await pending
}

/** Stops a call before its first read of the table, does something in the meantime, and lets the call continue. */
export async function pauseBefore<Result, Other>(
  t: TestApp,
  table: 'post_comment',
  call: () => Promise<Result>,
  inBetween: () => Promise<Other>,
): Promise<readonly [Result, Other]> {
  const { pending, other } = await inTx(t.db, async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    const pending = call()
    await until(async () => (await waiting(t)) >= 1, 'the call does not read the table')
    return { pending, other: await inBetween() }
  })
  return [await pending, other]
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let n = 0; n < 150; n++) {
    if (await isSo()) return
    await pause(10)
  }
  throw new Error(otherwise)
}

/**
 * Forces a race: each write to the table waits until this many calls wait for a lock, there or earlier. Without the
 * lock that the code should take, all of them have decided on the same state by then.
 */
export async function meetAt<Result>(
  t: TestApp,
  table: Table,
  calls: readonly (() => Promise<Result>)[],
): Promise<readonly Result[]> {
  const { pending } = await inTx(t.db, async (tx) => {
    await sql`lock table ${sql.table(table)} in share mode`.execute(tx)
    // Wrapped in an object; otherwise the transaction would await the calls that wait for it.
    const pending = calls.map((call) => call())
    for (let n = 0; n < 300 && (await waiting(t)) < calls.length; n++) await pause(10)
    return { pending }
  })
  return await Promise.all(pending)
}

async function waiting(t: TestApp): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
  return rows[0]?.n ?? 0
}
