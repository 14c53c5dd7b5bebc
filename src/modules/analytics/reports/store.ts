import { sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { ProfileId, UserId } from '#kernel/ids.ts'

interface ReportKey {
  readonly uid: UserId
  readonly profileId: ProfileId
}

export const findNextReport = (db: Db, { uid, profileId }: ReportKey): Promise<{ dueAt: Date } | undefined> =>
  db
    .selectFrom('weeklyReport')
    .select('dueAt')
    .where('weeklyReport.uid', '=', uid)
    .where('weeklyReport.profileId', '=', profileId)
    .executeTakeFirst()

/** Returns the time zone of a profile, or else its owner's. */
export async function readProfileZone(db: Db, profileId: ProfileId): Promise<string> {
  const { rows } = await sql<{ timezone: string }>`select coalesce(p.timezone, u.timezone) as timezone
    from profile p join app_user u on u.id = p.owner_uid where p.id = ${profileId}`.execute(db)
  return rows[0]?.timezone ?? 'UTC'
}

/** Adds a report. An existing one is left unchanged. */
export async function insertReport(db: Db, { uid, profileId }: ReportKey, dueAt: Date): Promise<void> {
  await sql`insert into weekly_report (uid, profile_id, since, due_at) values (${uid}, ${profileId}, ph.now(), ${dueAt})
    on conflict (uid, profile_id) do nothing`.execute(db)
}

export async function deleteReport(db: Db, { uid, profileId }: ReportKey): Promise<void> {
  await sql`delete from weekly_report where uid = ${uid} and profile_id = ${profileId}`.execute(db)
}

export interface DueReport extends ReportKey {
  readonly since: Date
  readonly name: string
  readonly email: string | null
  readonly locale: string
  readonly plan: string
  readonly profile: string
  readonly timezone: string
}

/**
 * Locks a report that is due and not locked by another process. Reports of a disabled user or a profile in the trash
 * wait.
 */
export async function lockDueReport(tx: Tx): Promise<DueReport | undefined> {
  const { rows } = await sql<DueReport>`
    select r.uid, r.profile_id, r.since, u.name, u.email, u.locale, u.plan, p.name as profile,
      coalesce(p.timezone, owner.timezone) as timezone
    from weekly_report r join app_user u on u.id = r.uid and u.disabled_at is null
      join profile p on p.id = r.profile_id and p.deleted_at is null
      join app_user owner on owner.id = p.owner_uid
    where r.due_at <= ph.now() order by r.due_at limit 1 for update of r skip locked`.execute(tx)
  return rows[0]
}

export async function setNextReport(db: Db, { uid, profileId }: ReportKey, dueAt: Date): Promise<void> {
  await sql`update weekly_report set due_at = ${dueAt} where uid = ${uid} and profile_id = ${profileId}`.execute(db)
}

/** Records the report of a Monday. Returns false if it was already recorded. */
export async function insertRun(
  tx: Tx,
  { uid, profileId }: ReportKey,
  run: { readonly monday: string; readonly isSent: boolean },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into weekly_report_run (uid, profile_id, monday, is_sent)
    values (${uid}, ${profileId}, ${run.monday}, ${run.isSent}) on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}
