import type { Incoming } from '../../core/http/request.ts'
import { answered, withHeaders } from '../../core/limits/answered.ts'
import type { Route, World } from '../../core/network.ts'
import { type Wrong, wrongAnswer } from './refusals.ts'
import { appUsage, createWindows, type Taken } from './windows.ts'

const dayMs = 86_400_000

interface Limit {
  callerOf(incoming: Incoming): string | null
  readonly tooMany: Wrong
  /** Returns the headers with the usage of one account, in addition to those of the app. */
  usageOf?(name: string, taken: Taken): Readonly<Record<string, string>>
}

/** Limits the app's daily calls for one person, and reports the used percentage with each response. */
export function throttledDaily(
  { world, rules }: { readonly world: World; readonly rules: { readonly callsPerDay: number } },
  { callerOf, tooMany, usageOf }: Limit,
): (route: Route) => Route {
  const { take } = createWindows(world.clock)
  return (route) => ({
    ...route,
    async handle(incoming) {
      const name = callerOf(incoming)
      const taken = take(name ?? '', name === null ? 0 : rules.callsPerDay, dayMs)
      const answer = taken.over ? wrongAnswer(tooMany) : await answered(route, incoming)
      return withHeaders(answer, {
        ...appUsage(taken.percent),
        ...(name === null ? {} : usageOf?.(name, taken)),
      })
    },
  })
}
