import { type Answer, type Incoming, Refused } from '../http/request.ts'
import type { Route } from '../network.ts'

/** Runs a route and returns its refusal as an answer, so that it gets the usual headers too. */
export async function answered(route: Route, incoming: Incoming): Promise<Answer> {
  try {
    return await route.handle(incoming)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** Adds headers to an answer; its own replace them. */
export const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...headers, ...answer.headers },
})
