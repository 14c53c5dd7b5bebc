import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { profileFor } from '#modules/profiles/index.ts'
import type { AnalyticsDeps } from '../deps.ts'
import { mondaysAround } from './mondays.ts'
import { deleteReport, findNextReport, insertReport, readProfileZone } from './store.ts'
import { readUnsubscribeToken } from './unsubscribe.ts'

/** Returns the caller's setting for a profile's weekly report. */
export async function readReport({ db }: Pick<AnalyticsDeps, 'db'>, caller: Caller, profileId: ProfileId) {
  await profileFor(db, caller, profileId, 'read')
  const next = await findNextReport(db, { uid: caller.uid, profileId })
  return { profileId, weekly: next !== undefined, nextAt: next?.dueAt ?? null }
}

/** Turns a profile's weekly report on or off, for the caller only. */
export async function chooseReport(
  { db, clock }: Pick<AnalyticsDeps, 'db' | 'clock'>,
  caller: Caller,
  profileId: ProfileId,
  weekly: boolean,
) {
  const key = { uid: caller.uid, profileId }
  return inTx(db, async (tx) => {
    await profileFor(tx, caller, profileId, 'read')
    if (weekly) {
      const { next } = mondaysAround(clock.now(), await readProfileZone(tx, profileId))
      await insertReport(tx, key, next.at)
    } else await deleteReport(tx, key)
    return readReport({ db: tx }, caller, profileId)
  })
}

/** Turns off the report that a token identifies. Returns false for a token that we did not issue. */
export async function endReport(deps: Pick<AnalyticsDeps, 'db' | 'seal'>, token: string): Promise<boolean> {
  const params = readUnsubscribeToken(deps, token)
  if (params) await deleteReport(deps.db, params)
  return params !== null
}
