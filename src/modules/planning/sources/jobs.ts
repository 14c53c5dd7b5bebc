import { inTx } from '#infra/db/client.ts'
import type { Outbound } from '#infra/outbound/outbound.ts'
import { defineJob, type Handled, handle } from '#infra/queue/index.ts'
import { after, before, days } from '#kernel/clock.ts'
import type { CalendarSourceId } from '#kernel/ids.ts'
import { utcDay } from '#kernel/plain-date.ts'
import type { PlanningDeps } from '../deps.ts'
import { fetchCalendar } from './fetch-calendar.ts'
import { readIcs } from './read-ics.ts'
import { findForRefresh, saveDays, saveProblem, takeDueSources } from './store.ts'

/** Enqueues a refresh of each holiday calendar that is due. A cron enqueues it. */
export const refreshSources = defineJob('planning.refresh-sources')

/** Reads a holiday calendar again. */
export const refreshSource = defineJob<{ readonly sourceId: CalendarSourceId }>('planning.refresh-source')

export const refreshEveryMs = days(1)
const atOnce = 100
/** The period of which days are stored. Pages show no other. */
const pastMs = days(366)
const aheadMs = days(3 * 366)

type SourceDeps = Pick<PlanningDeps, 'db' | 'clock' | 'queue'> & { readonly outbound: Pick<Outbound, 'request'> }

export const sourceHandlers = (deps: SourceDeps): readonly Handled[] => [
  handle(refreshSources, async (_data, { signal }) => {
    const now = deps.clock.now()
    let taken = atOnce
    while (!signal.aborted && taken === atOnce)
      taken = await inTx(deps.db, async (tx) => {
        const ids = await takeDueSources(tx, now, after(now, refreshEveryMs), atOnce)
        for (const sourceId of ids) await deps.queue.enqueue(tx, refreshSource, { sourceId })
        return ids.length
      })
  }),
  handle(refreshSource, ({ sourceId }, { signal }) => refresh(deps, sourceId, signal)),
]

/** Fetches a calendar and replaces its days. If that fails, the previous days stay and the source has a problem. */
export async function refresh(
  { db, clock, outbound }: Omit<SourceDeps, 'queue'>,
  id: CalendarSourceId,
  signal: AbortSignal,
): Promise<void> {
  const source = await findForRefresh(db, id)
  if (source === undefined) return
  const fetched = await fetchCalendar(outbound, source.url, signal)
  const at = clock.now()
  const period = { from: utcDay(before(at, pastMs)), to: utcDay(after(at, aheadMs)), zone: source.timezone }
  const reading = 'problem' in fetched ? fetched.problem : await readIcs(fetched.text, period)
  if (typeof reading === 'string') await saveProblem(db, id, reading)
  else await inTx(db, (tx) => saveDays(tx, id, { ...reading, at }))
}
