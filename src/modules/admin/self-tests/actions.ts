import { type Db, inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, type Clock, minutes } from '#kernel/clock.ts'
import { type Fault, refuse, refuseInput } from '#kernel/errors.ts'
import { newId, type RunId, toWire } from '#kernel/ids.ts'
import { decodeCursor, pageOf, uuidKey } from '#kernel/page.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { SelfTestDeps } from './deps.ts'
import { runSelfTests } from './jobs.ts'
import { selfTests } from './self-tests.ts'
import { endOldRuns, findRun, insertRun, type Run, selectRuns } from './store.ts'

/** After this time an unfinished run counts as died. */
const longestRunMs = minutes(15)

/** Starts a run of the named tests, or of all. Refuses while another run is in progress on any node. */
export function startRun(
  deps: Pick<SelfTestDeps, 'db' | 'clock' | 'queue'>,
  caller: Caller | null,
  names: readonly string[] | undefined,
): Promise<RunId> {
  const known = selfTests.map(({ name }) => name)
  const faults: Fault[] = (names ?? []).flatMap((name, place) =>
    known.includes(name)
      ? []
      : [{ path: `/names/${place}`, code: 'unknown_test', message: `must be one of ${known.join(', ')}` }],
  )
  if (faults.length > 0) refuseInput(...faults)
  return inTx(deps.db, async (tx) => {
    const createdAt = deps.clock.now()
    await endOldRuns(tx, before(createdAt, longestRunMs), createdAt)
    const id = newId<'run'>(createdAt)
    const chosen = names === undefined ? known : known.filter((name) => names.includes(name))
    if (!(await insertRun(tx, { id, startedBy: caller?.uid ?? null, names: chosen, createdAt })))
      refuse('self_tests_running')
    await writeAudit(tx, {
      at: createdAt,
      caller,
      ownerUid: null,
      action: 'self_tests.started',
      subject: toWire('run', id),
      changes: { names: { from: null, to: chosen } },
    })
    // From the command line, the command itself runs them.
    if (caller !== null) await deps.queue.enqueue(tx, runSelfTests, { runId: id })
    return id
  })
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export const readRun = async ({ db, clock }: Deps, id: RunId) =>
  presentRun((await findRun(db, id)) ?? refuse('self_test_run_not_found'), clock.now())

interface RunsQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Returns a page of runs, newest first. */
export async function readRuns({ db, clock }: Deps, { limit, cursor }: RunsQuery) {
  const before = cursor === undefined ? null : (decodeCursor(cursor, uuidKey) as RunId)
  const { items, ...rest } = pageOf(await selectRuns(db, { before, limit: limit + 1 }), limit, (last) => last.id)
  return { runs: items.map((run) => presentRun(run, clock.now())), ...rest }
}

const presentRun = (run: Run, now: Date) => ({
  ...run,
  startedByUid: run.startedBy,
  names: [...run.names],
  results: run.results.map(({ code = null, ...result }) => ({ ...result, code })),
  status: statusOf(run, now),
})

function statusOf({ names, results, createdAt, finishedAt }: Run, now: Date): 'running' | 'passed' | 'failed' | 'died' {
  const isComplete = results.length === names.length
  if (finishedAt !== null && isComplete) return results.every(({ ok }) => ok) ? 'passed' : 'failed'
  return finishedAt !== null || createdAt < before(now, longestRunMs) ? 'died' : 'running'
}
