import { z } from 'zod'
import { answerFailure } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type Outgoing } from '#connectors/connector.ts'
import { read } from '#connectors/meta/graph-call.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import { ask } from '../api/graph.ts'
import { authorOf, type Grant } from '../auth/grant.ts'

/**
 * The state of a container. A container has an ID before its content is visible and can be published only once, so the
 * connector never guesses a post's state but requests it.
 */
const shape = z.object({ status_code: z.string(), status: z.string().max(1_000).nullish().catch(null) })

/** `gone`: Instagram does not know the container (yet). */
type State = 'working' | 'ready' | 'out' | 'expired' | 'gone'

const states: Readonly<Record<string, State>> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'out',
  EXPIRED: 'expired',
}

/** The prefix of this connector's own failure codes; the second number of Instagram's error follows it. */
export const failedWith = 'container:'

/** The second number of a publishing error, as found in a container's status text. */
const subcodeIn = (status: string): string => /\b2207\d{3}\b/.exec(status)?.[0] ?? ''

/** Reads the state of a container. If it failed, throws with the error number. */
export async function stateOf(call: Call<Grant>, post: Outgoing, container: string): Promise<State> {
  const { answer, status_code: code, status } = await look(call, post, container)
  if (code === 'ERROR') throw answerFailure(answer, `${failedWith}${subcodeIn(status ?? '')}`)
  return states[code] ?? 'working'
}

/** Reads the state without throwing for a failed or an unknown container: neither is published. */
export async function hasBecome(call: Call<Grant>, post: Outgoing, container: string): Promise<State | 'failed'> {
  try {
    const { status_code: code } = await look(call, post, container)
    return code === 'ERROR' ? 'failed' : (states[code] ?? 'working')
  } catch (error) {
    if (isUnknown(error)) return 'gone'
    throw error
  }
}

async function look({ http, grant }: Call<Grant>, post: Outgoing, container: string) {
  const params = { fields: 'status_code,status' }
  const request = { name: 'getContainer', method: 'GET', path: `/${container}`, params } as const
  const answer = await ask(http, authorOf(grant, post), request)
  return { ...read(answer, shape), answer }
}

/** True for an ID that Instagram does not know (yet). */
export function isUnknown(error: unknown): boolean {
  const graphError =
    error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  if (graphError === null) return false
  return (
    graphError.code === 24 || graphError.subcode === 2_207_008 || (graphError.code === 100 && graphError.subcode === 33)
  )
}
