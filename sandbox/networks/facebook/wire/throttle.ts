import type { Answer, Incoming } from '../../../core/http/request.ts'
import { answered, withHeaders } from '../../../core/limits/answered.ts'
import type { Route } from '../../../core/network.ts'
import { appUsage, businessUsage, createWindows } from '../../meta/windows.ts'
import { pageBehind } from '../auth/sealed.ts'
import type { Graph } from '../state/platform.ts'
import { pageLimit, wrongAnswer } from './refusals.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000

/**
 * Limits calls: of the app per hour, of each page per day. Each response reports the usage in percent. A call over the
 * limit extends the wait.
 */
export function createThrottle(graph: Graph): { around(route: Route): Route } {
  const { take } = createWindows(graph.world.clock)
  function around(route: Route): Route {
    return {
      ...route,
      async handle(incoming: Incoming): Promise<Answer> {
        const { app_calls_per_hour: perHour, page_calls_per_day: perDay } = graph.rules
        const page = pageBehind(graph, incoming)
        const ofApp = take('app', perHour, hourMs)
        const ofPage = page === null ? null : take(page.id, perDay, dayMs)
        const headers = {
          'facebook-api-version': 'v25.0',
          ...appUsage(ofApp.percent),
          ...(page && ofPage ? businessUsage('pages', page.id, ofPage) : {}),
        }
        const limit = ofApp.over
          ? wrongAnswer({ message: '(#4) Application request limit reached', code: 4 })
          : ofPage?.over
            ? wrongAnswer(pageLimit(graph))
            : null
        const answer = limit ?? (await answered(route, incoming))
        return withHeaders(answer, headers)
      },
    }
  }
  return { around }
}
