import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http, type HttpRequest } from '#connectors/connector.ts'

/** Pinterest's wire format: requests, and the parts of answers that are read here. */

/** A numeric id, as text: a number would lose its last digits. */
export const id = z.string().regex(/^\d{1,30}$/)

export interface Asked {
  readonly name: string
  readonly method: HttpRequest['method']
  readonly path: string
  readonly token: string
  readonly json?: object
  readonly maxBytes?: number
}

export function ask(http: Http, { path, token, json, ...rest }: Asked): Promise<Answer> {
  return http.send({
    ...rest,
    url: `${addressOf(http.addresses, 'api')}${path}`,
    headers: { ...headersFor(token), ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
}

export const headersFor = (token: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  authorization: `Bearer ${token}`,
})

export function addressOf(addresses: Addresses, name: keyof Addresses): string {
  const address = addresses[name]
  if (address === undefined) throw new Error(`pinterest has no address for ${name}`)
  return address
}

/** Parses an answer. Throws a failure that tells the engine that the outcome is unknown. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(jsonOf(answer))
  if (result.success) return result.data
  throw whole(answer, 'unreadable')
}

/** Builds the failure for a 2xx answer that reports a problem. */
export function whole({ status, headers, body }: Answer, code: string): CallFailed {
  return new CallFailed({ sent: 'answered', status, headers, body: body.toString('utf8', 0, 4_096), code })
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
