import { sql } from 'kysely'
import type { Db } from '#infra/db/client.ts'
import type { Session } from '#infra/db/snapshot/index.ts'

/** A backup as recorded in the database. */
export interface MadeBackup {
  readonly name: string
  readonly place: string
  readonly takenAt: Date
  readonly finishedAt: Date
  readonly rows: number
  readonly bytes: number
  readonly mediaFiles: number
  readonly mediaBytes: number
  readonly isVerified: boolean
}

export async function insertBackup(db: Db, made: MadeBackup): Promise<void> {
  await db.insertInto('backup').values(made).execute()
}

const maxListed = 50

/** Lists the latest backups in all locations, newest first. */
export const listBackups = (db: Db): Promise<MadeBackup[]> =>
  db
    .selectFrom('backup')
    .select([
      'backup.name',
      'backup.place',
      'backup.takenAt',
      'backup.finishedAt',
      'backup.rows',
      'backup.bytes',
      'backup.mediaFiles',
      'backup.mediaBytes',
      'backup.isVerified',
    ])
    .orderBy('backup.takenAt', 'desc')
    .limit(maxListed)
    .execute()

/** Returns when the newest backup in this location was taken. Null if there is none. */
export async function findLastTaken(db: Db, place: string): Promise<Date | null> {
  const row = await db
    .selectFrom('backup')
    .select(({ fn }) => fn.max('backup.takenAt').as('takenAt'))
    .where('backup.place', '=', place)
    .executeTakeFirst()
  return row?.takenAt ?? null
}

export async function deleteBackups(db: Db, place: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db
    .deleteFrom('backup')
    .where('place', '=', place)
    .where('name', 'in', [...names])
    .execute()
}

/** Returns when the backup cron was first due. Null if it never was. */
export async function findFirstPlanned(db: Db, cron: string): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(scheduled_for) as first from cron_run where name = ${cron}`.execute(db)
  return rows[0]?.first ?? null
}

/** The files in storage that rows reference, including posters, sorted by key. */
export const wantedFiles = `copy (
  select key, size, content_type from (
    select key, size, content_type from media_file where state = 'stored'
    union all
    select key || '-poster', poster_size, 'image/jpeg' from media_file where state = 'stored' and poster_size is not null
  ) file order by key collate "C") to stdout`

export async function findIdentity(session: Session): Promise<{ id: string; takenAt: Date } | undefined> {
  const { rows } = await session.query<{ id: string; takenAt: Date }>(
    'select id, ph.now() as "takenAt" from installation',
  )
  return rows[0]
}

/**
 * Returns the number of connections from other Posthorn processes to this database. The connection that marks an
 * embedded database as in use does not count, because the restore has one too.
 */
export async function countOthers(session: Session): Promise<number> {
  const { rows } = await session.query<{ others: number }>(`
    select count(*)::int as others from pg_stat_activity
     where datname = current_database() and application_name like 'posthorn %'
       and application_name not like 'posthorn occupant %' and pid <> pg_backend_pid()`)
  return rows[0]?.others ?? 0
}

/** True when the database has no users: it is new, or no one has signed up yet. */
export async function isUnused(session: Session): Promise<boolean> {
  const there = await session.query<{ there: boolean }>(`select to_regclass('app_user') is not null as there`)
  if (!there.rows[0]?.there) return true
  const { rows } = await session.query('select from app_user limit 1')
  return rows.length === 0
}

/** Removes Posthorn's schema with everything in it, but nothing that belongs to an extension. */
export async function dropSchema(session: Session): Promise<void> {
  const { rows } = await session.query<{ what: string; name: string }>(`
    select case c.relkind when 'v' then 'view' else 'table' end as what, c.oid::regclass::text as name
      from pg_class c
     where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all
    select 'routine', p.oid::regprocedure::text from pg_proc p
     where p.pronamespace = quote_ident(current_schema())::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  for (const { what, name } of rows) await session.query(`drop ${what} if exists ${name} cascade`)
  // The list of migrations is in another schema if the role has the same name as the schema `ph`, which was added
  // later.
  await session.query('drop table if exists schema_migration')
  await session.query('drop schema if exists ph cascade')
}
