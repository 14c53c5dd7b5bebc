import { answerFailure } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type Outgoing } from '#connectors/connector.ts'
import { graphErrorOf } from '../graph-error.ts'
import type { ContainerMemo, ContainerRules } from './rules.ts'

/**
 * The state of a container. A container has an ID before its content is visible and can be published only once, so the
 * connector never guesses a post's state but requests it. `gone`: the network does not know the container (yet).
 */
type State = 'working' | 'ready' | 'out' | 'expired' | 'gone'

const states: Readonly<Record<string, State>> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'out',
  EXPIRED: 'expired',
}

/** The prefix of the connectors' own failure codes; the network's reason follows it. */
export const failedWith = 'container:'

/** Reads the state of a container. If it failed, throws with the reason. */
export async function stateOf<Grant, Memo extends ContainerMemo>(
  rules: ContainerRules<Grant, Memo>,
  call: Call<Grant>,
  post: Outgoing,
  container: string,
): Promise<State> {
  const { answer, code, reason } = await look(rules, call, post, container)
  if (code === 'ERROR') throw answerFailure(answer, `${failedWith}${reason}`)
  return states[code] ?? 'working'
}

/** Reads the state without throwing for a failed or an unknown container: neither is published. */
export async function hasBecome<Grant, Memo extends ContainerMemo>(
  rules: ContainerRules<Grant, Memo>,
  call: Call<Grant>,
  post: Outgoing,
  container: string,
): Promise<State | 'failed'> {
  try {
    const { code } = await look(rules, call, post, container)
    return code === 'ERROR' ? 'failed' : (states[code] ?? 'working')
  } catch (error) {
    if (rules.isUnknown(error)) return 'gone'
    throw error
  }
}

async function look<Grant, Memo extends ContainerMemo>(
  { ask, state }: ContainerRules<Grant, Memo>,
  call: Call<Grant>,
  post: Outgoing,
  container: string,
) {
  const params = { fields: state.fields }
  const answer = await ask(call, post, { name: 'getContainer', method: 'GET', path: `/${container}`, params })
  return { ...state.read(answer), answer }
}

/** Returns the error of a complete response. */
export const graphErrorIn = (error: unknown) =>
  error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null

/** Returns a function that recognizes an ID that the network does not know (yet). */
export const isUnknownWith =
  (unknownSubcode: number) =>
  (error: unknown): error is CallFailed => {
    const graphError = graphErrorIn(error)
    if (graphError === null) return false
    const { code, subcode } = graphError
    return code === 24 || subcode === unknownSubcode || (code === 100 && subcode === 33)
  }
