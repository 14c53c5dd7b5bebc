import { inTx, type Tx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { requireBelow } from '#kernel/caps.ts'
import { after } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import { type CalendarSourceId, newId, type ProfileId, toWire } from '#kernel/ids.ts'
import { decodeCursor, pageOf } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { PlanningDeps } from '../deps.ts'
import { refreshEveryMs, refreshSource } from './jobs.ts'
import type { HolidaysQuery, SourceBody } from './schema.ts'
import { type SourceProblem, toCalendarUrl } from './state.ts'
import { deleteSourceRow, findSource, insertSource, listHolidayRows, listSourceRows, type SourceRow } from './store.ts'

const present = ({ url, problem, ...source }: SourceRow & { readonly days: number }) => ({
  ...source,
  problem: problem as SourceProblem | null,
  host: new URL(url).host,
})

/** Lists the holiday calendars of a profile, without their URLs. */
export async function listSources({ db }: PlanningDeps, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  return { sources: (await listSourceRows(db, profileId)).map(present) }
}

/** Subscribes to a holiday calendar. A job reads it as soon as the transaction has ended. */
export async function createSource(deps: PlanningDeps, tx: Tx, caller: Caller, body: SourceBody) {
  const { profileId } = body
  const { ownerUid } = await profileFor(tx, caller, profileId, 'publish')
  const { length } = await listSourceRows(tx, profileId)
  requireBelow(
    'calendarSourcesOfProfile',
    length,
    'calendar_sources_full',
    (most) => `A profile has at most ${most} holiday calendars. Remove one first.`,
  )
  const now = deps.clock.now()
  const url = toCalendarUrl(body.url) ?? refuse('validation_failed')
  const row = await insertSource(tx, {
    id: newId<'csrc'>(now),
    profileId,
    name: body.name ?? new URL(url).host,
    url,
    refreshedAt: null,
    problem: null,
    partial: 0,
    dueAt: after(now, refreshEveryMs),
    createdBy: caller.uid,
    createdAt: now,
  })
  if (row === undefined) return refuse('calendar_source_exists')
  await deps.queue.enqueue(tx, refreshSource, { sourceId: row.id })
  await writeAudit(tx, {
    at: now,
    caller,
    ownerUid,
    action: 'calendar_source.created',
    subject: toWire('csrc', row.id),
    changes: { name: { from: null, to: row.name } },
  })
  return present({ ...row, days: 0 })
}

/** Removes a holiday calendar and its days. */
export function deleteSource(deps: PlanningDeps, caller: Caller, id: CalendarSourceId) {
  return inTx(deps.db, async (tx) => {
    const { profileId } = (await findSource(tx, id)) ?? refuse('calendar_source_not_found')
    const { ownerUid } = await profileFor(tx, caller, profileId, 'publish', { alsoReadOnly: true })
    const source = (await findSource(tx, id)) ?? refuse('calendar_source_not_found')
    await deleteSourceRow(tx, id)
    await writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid,
      action: 'calendar_source.deleted',
      profileId,
      subject: toWire('csrc', id),
      changes: { name: { from: source.name, to: null } },
    })
    return { ok: true as const, success: true as const }
  })
}

const cursorKey = /^\d{4}-\d{2}-\d{2} [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} \d{1,6}$/

/** Lists a page of the holidays in a period, by first day. */
export async function listHolidays({ db }: PlanningDeps, caller: Caller, query: HolidaysQuery) {
  const { profileId, from = null, to = null, limit, cursor } = query
  await profileFor(db, caller, profileId, 'read')
  const [fromDate = '', sourceId = '', place = ''] =
    cursor === undefined ? [] : decodeCursor(cursor, cursorKey).split(' ')
  const position = cursor === undefined ? null : { fromDate, sourceId, place: Number(place) }
  const rows = await listHolidayRows(db, profileId, { from, to, after: position, limit: limit + 1 })
  const { items, ...rest } = pageOf(rows, limit, (last) => `${last.fromDate} ${last.sourceId} ${last.place}`)
  return { holidays: items.map(({ place: _, ...holiday }) => holiday), ...rest }
}
