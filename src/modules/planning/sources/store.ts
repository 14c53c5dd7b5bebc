import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#infra/db/client.ts'
import type { CalendarSourceTable } from '#infra/db/tables.ts'
import type { CalendarSourceId, ProfileId } from '#kernel/ids.ts'
import type { Holiday } from './read-ics.ts'
import type { SourceProblem } from './state.ts'

export type SourceRow = Selectable<CalendarSourceTable>

export const insertSource = (tx: Tx, row: SourceRow): Promise<SourceRow | undefined> =>
  tx
    .insertInto('calendarSource')
    .values(row)
    .onConflict((conflict) => conflict.columns(['profileId', 'url']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const findSource = (db: Db, id: CalendarSourceId): Promise<SourceRow | undefined> =>
  db.selectFrom('calendarSource').selectAll().where('calendarSource.id', '=', id).executeTakeFirst()

/** Lists the sources of a profile with the number of their days, oldest first. */
export async function listSourceRows(db: Db, profileId: ProfileId): Promise<(SourceRow & { readonly days: number })[]> {
  const { rows } = await sql<SourceRow & { readonly days: number }>`
    select source.*, (select count(*)::int from calendar_day day where day.source_id = source.id) as days
    from calendar_source source where source.profile_id = ${profileId} order by source.id`.execute(db)
  return rows
}

export async function deleteSourceRow(tx: Tx, id: CalendarSourceId): Promise<void> {
  await tx.deleteFrom('calendarSource').where('calendarSource.id', '=', id).execute()
}

/** Takes the sources that are due, and sets the time at which they are due again. */
export async function takeDueSources(tx: Tx, now: Date, next: Date, most: number): Promise<CalendarSourceId[]> {
  const { rows } = await sql<{ id: CalendarSourceId }>`
    update calendar_source source set due_at = ${next} from (
      select due.id from calendar_source due
      join profile on profile.id = due.profile_id and profile.deleted_at is null
      where due.due_at <= ${now} order by due.due_at limit ${most} for update of due skip locked) taken
    where source.id = taken.id returning source.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Finds what a refresh needs. Undefined if the source or its profile is gone. */
export async function findForRefresh(
  db: Db,
  id: CalendarSourceId,
): Promise<{ readonly url: string; readonly timezone: string } | undefined> {
  const { rows } = await sql<{ url: string; timezone: string }>`
    select source.url, coalesce(profile.timezone, owner.timezone) as timezone from calendar_source source
    join profile on profile.id = source.profile_id and profile.deleted_at is null
    join app_user owner on owner.id = profile.owner_uid where source.id = ${id}`.execute(db)
  return rows[0]
}

export const saveProblem = (db: Db, id: CalendarSourceId, problem: SourceProblem) =>
  db.updateTable('calendarSource').set({ problem }).where('calendarSource.id', '=', id).execute()

/** Replaces the days of a source. Does nothing if it has been deleted in the meantime. */
export async function saveDays(
  tx: Tx,
  id: CalendarSourceId,
  { days, partial, at }: { readonly days: readonly Holiday[]; readonly partial: number; readonly at: Date },
): Promise<void> {
  const { rows } = await sql`
    update calendar_source set refreshed_at = ${at}, problem = null, partial = ${partial}
    where id = ${id} returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`delete from calendar_day where source_id = ${id}`.execute(tx)
  await sql`
    insert into calendar_day (source_id, place, from_date, to_date, text)
    select ${id}, day.place, day.from_date, day.to_date, day.text
    from unnest(${days.map(({ fromDate }) => fromDate)}::date[], ${days.map(({ toDate }) => toDate)}::date[],
      ${days.map(({ text }) => text)}::text[]) with ordinality as day (from_date, to_date, text, place)`.execute(tx)
}

interface HolidayRow extends Holiday {
  readonly sourceId: CalendarSourceId
  readonly place: number
}

interface HolidayFilter {
  readonly from: string | null
  readonly to: string | null
  readonly after: { readonly fromDate: string; readonly sourceId: string; readonly place: number } | null
  readonly limit: number
}

/** Lists the holidays of a profile that have a day in a period, by first day. */
export async function listHolidayRows(
  db: Db,
  profileId: ProfileId,
  { from, to, after, limit }: HolidayFilter,
): Promise<HolidayRow[]> {
  const { rows } = await sql<HolidayRow>`
    select day.source_id, day.place, day.text, day.from_date::text as from_date, day.to_date::text as to_date
    from calendar_day day join calendar_source source on source.id = day.source_id
    where source.profile_id = ${profileId} and (${from}::date is null or day.to_date >= ${from})
      and (${to}::date is null or day.from_date <= ${to})
      and (${after?.fromDate ?? null}::date is null or (day.from_date, day.source_id, day.place)
        > (${after?.fromDate ?? null}::date, ${after?.sourceId ?? null}::uuid, ${after?.place ?? null}::int))
    order by day.from_date, day.source_id, day.place limit ${limit}`.execute(db)
  return rows
}
