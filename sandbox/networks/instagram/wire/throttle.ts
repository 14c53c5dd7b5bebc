import { answered, withHeaders } from '../../../core/limits/answered.ts'
import type { Route } from '../../../core/network.ts'
import { professionalIds } from '../../meta/people.ts'
import { wrongAnswer } from '../../meta/refusals.ts'
import { appUsage, businessUsage, createWindows } from '../../meta/windows.ts'
import { findCallerName } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import { tooManyCalls } from './failures.ts'

const dayMs = 86_400_000

/** Limits the app's calls for one account in a day and reports the used percentage with each answer. */
export function throttled(platform: Platform): (route: Route) => Route {
  const { take } = createWindows(platform.world.clock)
  return (route) => ({
    ...route,
    async handle(incoming) {
      const name = findCallerName(platform, incoming)
      const used = take(name ?? '', name === null ? 0 : platform.rules.callsPerDay, dayMs)
      const answer = used.over ? wrongAnswer(tooManyCalls) : await answered(route, incoming)
      const ofAccount = name === null ? {} : businessUsage('instagram', professionalIds.of(name), used)
      return withHeaders(answer, { ...appUsage(used.percent), ...ofAccount })
    },
  })
}
