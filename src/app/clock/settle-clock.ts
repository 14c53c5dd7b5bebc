import { noteTime } from '#infra/time/clock-steps.ts'
import type { Deps } from '../deps.ts'
import { waitingTimes } from './waiting-times.ts'

/** Notes the time of the database. After its clock went back, what waits is moved back with it. */
export async function settleClock({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const backMs = await noteTime(db, waitingTimes)
  if (backMs > 0)
    log.warn(
      { event: 'clock.went_back', backMs },
      'The clock of the database went back; what waits was moved back with it',
    )
}
