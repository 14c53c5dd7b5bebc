import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'

/** The start time of tests: a Wednesday in winter, at noon UTC. */
export const epoch = new Date('2027-01-13T12:00:00.000Z')

/** Makes the database's time the one that `setTestClock` sets. It stands still in between. */
export async function useTestClock(db: Db, at: Date = epoch): Promise<void> {
  await sql`create table if not exists ph.test_clock (only_row boolean primary key default true, at timestamptz not null)`.execute(
    db,
  )
  await setTestClock(db, at)
  await sql`create or replace function ph.now() returns timestamptz language sql stable
    as 'select at from ph.test_clock'`.execute(db)
}

export async function setTestClock(db: Db, at: Date): Promise<void> {
  await sql`insert into ph.test_clock (at) values (${at}) on conflict (only_row) do update set at = excluded.at`.execute(
    db,
  )
}
