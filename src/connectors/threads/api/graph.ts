import { z } from 'zod'
import { parseLongNumbers } from '#connectors/api/long-numbers.ts'
import { type Addresses, type Answer, CallFailed, type Http } from '#connectors/connector.ts'

/** Threads' wire format: requests, and the parts of answers that are read here. The API has one version. */
const version = '/v1.0'

/** A numeric id, as text: a number would lose its last digits. Some arrive without quotes. */
export const id = z.union([z.string().regex(/^[0-9]{1,40}$/), z.int().positive().transform(String)])
export const made = z.object({ id })

export type Params = Readonly<Record<string, string>>

export interface Asked {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly params?: Params
  readonly token: string
  readonly maxBytes?: number
}

/**
 * Sends a call, with its parameters in the address, or in a form for a POST: from JSON bodies Threads silently dropped
 * some fields. A token is in neither, since addresses are logged.
 */
export function ask(http: Http, { name, method, path, params = {}, token, maxBytes }: Asked): Promise<Answer> {
  const all = new URLSearchParams(params).toString()
  const url = `${addressOf(http.addresses, 'api')}${version}${path}`
  const isForm = method === 'POST'
  return http.send({
    name,
    method,
    url: isForm || all === '' ? url : `${url}?${all}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: all } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
}

export function addressOf(addresses: Addresses, name: keyof Addresses): string {
  const address = addresses[name]
  if (address === undefined) throw new Error(`threads has no address for ${name}`)
  return address
}

/** Parses an answer. Throws a failure that tells the engine that the outcome is unknown. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(parseLongNumbers(answer.body.toString('utf8')))
  if (result.success) return result.data
  throw told(answer, 'unreadable')
}

/** Builds a failure with a code of ours. */
export const told = ({ status, headers, body }: Answer, code: string): CallFailed =>
  new CallFailed({ sent: 'answered', status, headers, body: body.toString('utf8', 0, 2_000), code })

/** An address that people click on, so it must be a web address. */
export const webUrl = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null))
