import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http } from '#connectors/connector.ts'
import { parseLongNumbers } from '#connectors/long-numbers.ts'

/** How Threads is asked, and what it answers as far as it is read here. There is one version of it. */
const version = '/v1.0'

/** Long numbers, as text: a number would lose its last digits. Some come without quotes. */
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
 * What is asked for is in the address, what is told in a form: of JSON some fields were left out without a word. A token
 * is in neither, since addresses are written down.
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

/** Throws what the engine takes for an answer that nothing follows from. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(parseLongNumbers(answer.body.toString('utf8')))
  if (result.success) return result.data
  throw told(answer, 'unreadable')
}

/** What an answer means to us, by a word of ours. */
export const told = ({ status, headers, body }: Answer, code: string): CallFailed =>
  new CallFailed({ sent: 'answered', status, headers, body: body.toString('utf8', 0, 2_000), code })

/** People click on it, so it must lead to a page and nowhere else. */
export const webUrl = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && /^https?:$/.test(URL.parse(text)?.protocol ?? '') ? text : null))
