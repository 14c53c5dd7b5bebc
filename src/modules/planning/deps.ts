import type { Db } from '#infra/db/client.ts'
import type { ProfileId } from '#kernel/ids.ts'
import type { PostDeps } from '#modules/posts/index.ts'
import type { BestTime } from './auto-schedule/slots.ts'
import type { Translate } from './fan-out/translate.ts'

/** Returns the best times of a profile, in local time. Null if there are too few samples. */
type AskBestTimes = (
  db: Db,
  of: { readonly profileId: ProfileId; readonly timezone: string },
) => Promise<readonly BestTime[] | null>

/** Questions to modules that planning does not depend on. `app/guards.ts` connects them. */
export interface PlanningGuards {
  readonly translate: Translate
  readonly bestTimes: AskBestTimes
}

export interface PlanningDeps extends PostDeps {
  readonly guards: PlanningGuards & PostDeps['guards']
}
