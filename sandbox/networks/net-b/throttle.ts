import type { Route } from '../../core/network.ts'
import { type Answer, type Incoming, Refused } from '../../core/request.ts'
import type { Graph } from './graph.ts'
import { pageLimit, pageUsage, wrongAnswer } from './refusals.ts'
import { pageBehind } from './sealed.ts'

interface Window {
  readonly endsAtMs: number
  count: number
}

const hourMs = 3_600_000
const dayMs = 86_400_000

/**
 * How often may be called, told with each answer as parts of a hundred: the app within an hour, each page within a day.
 * Who calls although they may not waits longer for it.
 */
export function createThrottle(graph: Graph): { around(route: Route): Route } {
  const windows = new Map<string, Window>()
  const { clock } = graph.world
  function windowOf(name: string, lengthMs: number): Window {
    const known = windows.get(name)
    if (known && known.endsAtMs > clock.ms()) return known
    const opened = { endsAtMs: clock.ms() + lengthMs, count: 0 }
    windows.set(name, opened)
    return opened
  }
  function take(name: string, max: number, lengthMs: number): { percent: number; over: boolean; minutes: number } {
    if (max === 0) return { percent: 1, over: false, minutes: 0 }
    const window = windowOf(name, lengthMs)
    window.count += 1
    const over = window.count > max
    const blockedMs = window.endsAtMs + (over ? (window.count - max) * 60_000 : 0)
    if (over) windows.set(name, { ...window, endsAtMs: Math.min(blockedMs, clock.ms() + lengthMs) })
    const minutes = over ? Math.ceil((windowOf(name, lengthMs).endsAtMs - clock.ms()) / 60_000) : 0
    return { percent: Math.min(100, Math.floor((100 * window.count) / max)), over, minutes }
  }
  function around(route: Route): Route {
    return {
      ...route,
      async handle(incoming: Incoming): Promise<Answer> {
        const { app_calls_per_hour: perHour, page_calls_per_day: perDay } = graph.rules
        const page = pageBehind(graph, incoming)
        const ofApp = take('app', perHour, hourMs)
        const ofPage = page === null ? null : take(page.id, perDay, dayMs)
        const usage = { call_count: ofApp.percent, total_cputime: 0, total_time: 0 }
        const headers = {
          'facebook-api-version': 'v25.0',
          'x-app-usage': JSON.stringify(usage),
          ...(page && ofPage ? pageUsage(page.id, ofPage.percent, ofPage.minutes) : {}),
        }
        const limit = ofApp.over
          ? wrongAnswer({ message: '(#4) Application request limit reached', code: 4 })
          : ofPage?.over
            ? wrongAnswer(pageLimit(graph))
            : null
        const answer = limit ?? (await answered(route, incoming))
        return { ...answer, headers: { ...headers, ...answer.headers } }
      },
    }
  }
  return { around }
}

async function answered(route: Route, incoming: Incoming): Promise<Answer> {
  try {
    return await route.handle(incoming)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}
