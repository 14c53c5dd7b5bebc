import type { PostDeps } from '#modules/posts/index.ts'
import type { Translate } from './fan-out/translate.ts'

/** Questions to modules that planning does not know. `app/guards.ts` says who answers. */
export interface PlanningGuards {
  readonly translate: Translate
}

export interface PlanningDeps extends PostDeps {
  readonly guards: PlanningGuards & PostDeps['guards']
}
