import { type Answer, type Incoming, Refused } from '../http/request.ts'
import type { Route } from '../network.ts'

/** Runs a route and returns a rejection as a response, so that it also gets the usual headers. */
export async function answered(route: Route, incoming: Incoming): Promise<Answer> {
  try {
    return await route.handle(incoming)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** Adds headers to a response, unless it has its own. */
export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...headers, ...answer.headers },
})
