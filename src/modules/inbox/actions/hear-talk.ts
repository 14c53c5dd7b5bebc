import { seconds } from '#kernel/clock.ts'
import type { InboxDeps } from '../deps.ts'
import { lookSoon, type TalkedTo } from '../store/lanes.ts'

/** The time between looks, however often a network reports comments. */
const leastGapMs = seconds(10)

/** Makes accounts due that a network has reported comments on. Only reading tells what was said. */
export async function hearTalk({ db, clock }: Pick<InboxDeps, 'db' | 'clock'>, to: TalkedTo): Promise<void> {
  if (to.remoteIds.length > 0) await lookSoon(db, to, { now: clock.now(), leastGapMs })
}
