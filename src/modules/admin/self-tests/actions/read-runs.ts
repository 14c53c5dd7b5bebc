import type { Db } from '#infra/db/client.ts'
import type { Clock } from '#kernel/clock.ts'
import { refuse } from '#kernel/errors.ts'
import type { RunId } from '#kernel/ids.ts'
import { presentRun } from '../present.ts'
import { findRun, selectRuns } from '../store.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

export const readRun = async ({ db, clock }: Deps, id: RunId) =>
  presentRun((await findRun(db, id)) ?? refuse('self_test_run_not_found'), clock.now())

/** Returns the newest runs. */
export const readRuns = async ({ db, clock }: Deps, limit: number) =>
  (await selectRuns(db, limit)).map((run) => presentRun(run, clock.now()))
