import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { AlertTable } from '#infra/db/tables.ts'
import { after, days } from '#kernel/clock.ts'
import { type Id, newId, type UserId } from '#kernel/ids.ts'

/** In ascending order. */
export const severities = ['info', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

export type Alert = Selectable<AlertTable>
type AlertId = Id<'alert'>

/** An alert for the operator. It is written in the transaction of its cause, like an event. */
export interface NewAlert<Kind> {
  readonly at: Date
  readonly kind: Kind
  readonly severity: Severity
  readonly message: string
  /** The wire ID of the affected object, if any. */
  readonly subject: string | null
}

export const raiseAlert = async (tx: Tx, alert: NewAlert<AlertKind>): Promise<void> =>
  void (await raiseByHand(tx, alert, null))

/**
 * Raises an alert about something that recurs, at most once a day for each kind and subject. Processes that detect it
 * at the same time wait for each other's transaction.
 */
export async function raiseDaily(tx: Tx, alert: NewAlert<AlertKind>): Promise<void> {
  const name = JSON.stringify(['daily alert', alert.kind, alert.subject])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const raised = await tx
    .selectFrom('alert')
    .select('alert.id')
    .where('alert.kind', '=', alert.kind)
    .where('alert.subject', 'is not distinct from', alert.subject)
    .where('alert.createdAt', '>', after(alert.at, -days(1)))
    .limit(1)
    .executeTakeFirst()
  if (!raised) await raiseAlert(tx, alert)
}

/** Raises an alert for an administrator, who may choose any kind. */
export async function raiseByHand(
  tx: Tx,
  { at, ...values }: NewAlert<string>,
  raisedBy: UserId | null,
): Promise<Alert> {
  return await tx
    .insertInto('alert')
    .values({ id: newId<'alert'>(at), ...values, createdAt: at, seenAt: at, raisedBy, watched: false })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A problem that monitoring detects now. */
export interface Finding {
  readonly kind: AlertKind
  readonly subject: string | null
  readonly severity: Severity
  readonly message: string
}

/** Takes the monitoring lock until the transaction ends. Returns false while another process has it. */
export async function takeWatch(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('posthorn alerts', 0)) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}

/**
 * Updates the open alerts from the findings of monitoring: raises new ones, renews current ones, and closes resolved
 * ones.
 */
export async function settleFindings(tx: Tx, findings: readonly Finding[], at: Date): Promise<void> {
  const rows = findings.map((finding) => ({ id: newId<'alert'>(at), ...finding }))
  await sql`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x(id uuid, kind text, subject text, severity text, message text)),
    passed as (
      update alert a set closed_at = ${at} where a.watched and a.closed_at is null and not exists (
        select from found f where f.kind = a.kind and f.subject is not distinct from a.subject))
    insert into alert (id, kind, subject, severity, message, created_at, seen_at, watched)
    select id, kind, subject, severity, message, ${at}::timestamptz, ${at}::timestamptz, true from found
    on conflict (kind, coalesce(subject, '')) where watched and closed_at is null
      do update set seen_at = excluded.seen_at, message = excluded.message, severity = excluded.severity`.execute(tx)
}

/** Locks the raised or closed alerts that the administrators have not been notified of. */
export async function listUnannounced(tx: Tx): Promise<readonly Alert[]> {
  return await tx
    .selectFrom('alert')
    .selectAll('alert')
    .where(({ eb, or, and }) =>
      or([
        eb('alert.raiseToldAt', 'is', null),
        and([eb('alert.closedAt', 'is not', null), eb('alert.closeToldAt', 'is', null)]),
      ]),
    )
    .orderBy('alert.id')
    .limit(100)
    .forUpdate()
    .execute()
}

export async function markAnnounced(tx: Tx, ids: readonly AlertId[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('alert')
    .set(({ ref }) => ({
      raiseToldAt: sql<Date>`coalesce(${ref('alert.raiseToldAt')}, ${at})`,
      closeToldAt: sql<Date | null>`case when ${ref('alert.closedAt')} is not null then coalesce(${ref('alert.closeToldAt')}, ${at}) end`,
    }))
    .where('alert.id', 'in', [...ids])
    .execute()
}

/** Lists alerts, newest first. */
export async function listAlerts(
  db: Db,
  {
    filter,
    limit,
    before,
  }: { readonly filter: 'open' | 'acked' | 'all'; readonly limit: number; readonly before: AlertId | null },
): Promise<readonly Alert[]> {
  return await db
    .selectFrom('alert')
    .selectAll('alert')
    .$if(filter === 'open', (q) => q.where('alert.ackedAt', 'is', null).where('alert.closedAt', 'is', null))
    .$if(filter === 'acked', (q) => q.where('alert.ackedAt', 'is not', null))
    .$if(before !== null, (q) => q.where('alert.id', '<', before as AlertId))
    .orderBy('alert.id', 'desc')
    .limit(limit)
    .execute()
}

export const findAlert = (db: Db, id: AlertId): Promise<Alert | undefined> =>
  db.selectFrom('alert').selectAll('alert').where('alert.id', '=', id).executeTakeFirst()

/** Returns an alert, locked. */
export const lockAlert = (tx: Tx, id: AlertId): Promise<Alert | undefined> =>
  tx.selectFrom('alert').selectAll('alert').where('alert.id', '=', id).forUpdate().executeTakeFirst()

export async function acknowledge(
  tx: Tx,
  id: AlertId,
  { at, by, note }: { readonly at: Date; readonly by: UserId; readonly note: string | null },
): Promise<Alert> {
  return await tx
    .updateTable('alert')
    .set({ ackedAt: at, ackedBy: by, ackNote: note })
    .where('alert.id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The kinds of alert that the service raises. For a manual alert, an administrator may choose any other. */
export const alertKinds = [
  'queue_old',
  'posts_overdue',
  'deliveries_old',
  'publish_failures',
  'network_resting',
  'webhook_failures',
  'disk_full',
  'node_silent',
  'database_unreachable',
  'clock_skew',
  'clock_went_back',
  'cron_missed',
  'backup_too_old',
  'mail_failing',
  'certificate_ending',
  'key_ending',
  'post_stuck',
  'post_not_dispatched',
  'recurring_run_failed',
  'recycling_failed',
  'metrics_unreadable',
  'mail_template_set_aside',
] as const

/** The kind of an alert that an administrator raises without naming one. */
export const manualKind = 'by_hand'

/** Returns the kinds that no alert has, neither one of the service nor one that was raised manually. */
export async function findUnknownKinds(db: Db, kinds: readonly string[]): Promise<string[]> {
  const others = kinds.filter((kind) => kind !== manualKind && !(alertKinds as readonly string[]).includes(kind))
  if (others.length === 0) return []
  const rows = await db.selectFrom('alert').select('alert.kind').distinct().where('alert.kind', 'in', others).execute()
  return others.filter((kind) => !rows.some((row) => row.kind === kind))
}

export type AlertKind = (typeof alertKinds)[number]
