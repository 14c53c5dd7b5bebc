import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http, type HttpRequest } from '#connectors/connector.ts'

/** How Pinterest is asked, and what it answers as far as it is read here. */

/** Long numbers, as text: a number would lose its last digits. */
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

/** Throws what the engine takes for an answer that nothing follows from. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(jsonOf(answer))
  if (result.success) return result.data
  throw whole(answer, 'unreadable')
}

/** What was answered well, and says that it is not well. */
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
