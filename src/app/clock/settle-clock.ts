import { noteTime } from '#infra/time/clock-steps.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Deps } from '../deps.ts'
import { waitingTimes } from './waiting-times.ts'

interface SettleDeps extends Pick<Deps, 'db' | 'log'> {
  readonly clock: Clock & { measure?(): Promise<void> }
}

/** Records the database time. If the database clock went back, moves waiting work back with it. */
export async function settleClock({ db, log, clock }: SettleDeps): Promise<void> {
  const backMs = await noteTime(db, waitingTimes, clock.measure)
  if (backMs > 0)
    log.warn({ event: 'clock.went_back', backMs }, 'Database clock went back; waiting work was moved back with it')
}
