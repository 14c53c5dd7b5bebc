import { z } from 'zod'
import { answerFailure } from '#connectors/api/json-api.ts'
import { type Answer, type Call, CallFailed } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask } from '../api/graph.ts'
import type { Grant } from '../auth/grant.ts'

/**
 * The state of a container. A container has an ID before its content is visible and can be published only once, so the
 * connector never guesses a post's state but requests it.
 */
const shape = z.object({ status: z.string(), error_message: z.string().max(200).nullish().catch(null) })

/** `gone`: Threads does not know the container (yet). */
type State = 'working' | 'ready' | 'out' | 'expired' | 'gone'

const states: Readonly<Record<string, State>> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'out',
  EXPIRED: 'expired',
}

/** The prefix of this connector's own failure codes; Threads' reason follows it. */
export const failedWith = 'container:'

/** Reads the state of a container. If it failed, throws with the reason. */
export async function stateOf(call: Call<Grant>, container: string): Promise<State> {
  const { answer, status, error_message: reason } = await look(call, container)
  if (status === 'ERROR') throw answerFailure(answer, `${failedWith}${reason ?? 'UNKNOWN'}`)
  return states[status] ?? 'working'
}

/** Reads the state without throwing for a failed or an unknown container: neither is published. */
export async function hasBecome(call: Call<Grant>, container: string): Promise<State | 'failed'> {
  try {
    const { status } = await look(call, container)
    return status === 'ERROR' ? 'failed' : (states[status] ?? 'working')
  } catch (error) {
    if (isUnknown(error)) return 'gone'
    throw error
  }
}

async function look(
  { http, grant }: Call<Grant>,
  container: string,
): Promise<z.infer<typeof shape> & { readonly answer: Answer }> {
  const params = { fields: 'id,status,error_message' }
  const request = { name: 'getContainer', method: 'GET', path: `/${container}`, params, token: grant.token } as const
  const answer = await ask(http, request)
  return { ...read(answer, shape), answer }
}

/** True for an ID that Threads does not know (yet). */
export function isUnknown(error: unknown): boolean {
  const graphError =
    error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  if (graphError === null) return false
  return (
    graphError.code === 24 || graphError.subcode === 4_279_009 || (graphError.code === 100 && graphError.subcode === 33)
  )
}
