import { z } from 'zod'
import { type Answer, type Call, CallFailed } from '#connectors/connector.ts'
import { graphErrorOf } from '#connectors/meta/graph-error.ts'
import type { Grant } from './grant.ts'
import { ask, read, told } from './wire.ts'

/**
 * A container has its name before anybody sees what is in it, and is published once at most: so what became of a post is
 * never guessed, it is asked.
 */
const shape = z.object({ status: z.string(), error_message: z.string().max(200).nullish().catch(null) })

/** gone: Threads knows no such container, or not yet. */
export type State = 'working' | 'ready' | 'out' | 'expired' | 'gone'

const states: Readonly<Record<string, State>> = {
  IN_PROGRESS: 'working',
  FINISHED: 'ready',
  PUBLISHED: 'out',
  EXPIRED: 'expired',
}

/** Ours, before Threads' own word for why it can make nothing of it. */
export const failedWith = 'container:'

/** Throws where it has failed, by the name of the reason. */
export async function stateOf(call: Call<Grant>, container: string): Promise<State> {
  const { answer, status, error_message: reason } = await look(call, container)
  if (status === 'ERROR') throw told(answer, `${failedWith}${reason ?? 'UNKNOWN'}`)
  return states[status] ?? 'working'
}

/** The same where its failing is just another way of not being out, and so is that nobody knows it. */
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
  const asked = { name: 'getContainer', method: 'GET', path: `/${container}`, params, token: grant.token } as const
  const answer = await ask(http, asked)
  return { ...read(answer, shape), answer }
}

/** A name that Threads does not know, or does not know yet. */
export function isUnknown(error: unknown): boolean {
  const said = error instanceof CallFailed && error.failure.sent === 'answered' ? graphErrorOf(error.failure) : null
  if (said === null) return false
  return said.code === 24 || said.subcode === 4_279_009 || (said.code === 100 && said.subcode === 33)
}
