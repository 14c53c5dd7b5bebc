import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http } from '#connectors/connector.ts'
import { appProof } from '#connectors/meta/app-proof.ts'

/** How Facebook is asked, and what it answers as far as it is read here. */

/** Long numbers, as text: a number would lose its last digits. */
export const id = z.string().regex(/^[0-9]{1,40}$/)
export const postId = z.string().regex(/^[0-9]{1,40}(?:_[0-9]{1,40})?$/)

export type Params = Readonly<Record<string, string>>

export interface Asked {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Videos have a host of their own. */
  readonly at?: 'api' | 'video'
  readonly params?: Params
  /** Null: nobody's. */
  readonly token: string | null
  readonly maxBytes?: number
}

/** What is asked for is in the address, what is told in a form; a token is in neither, since addresses are written down. */
export function ask(http: Http, { name, method, path, at = 'api', params = {}, token, maxBytes }: Asked) {
  const all = new URLSearchParams({ ...params, ...proofOf(http, token) })
  const url = `${addressOf(http.addresses, at)}${path}`
  const isForm = method === 'POST'
  return http.send({
    name,
    method,
    url: isForm || all.size === 0 ? url : `${url}?${all}`,
    headers: {
      accept: 'application/json',
      ...authorization(token),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: all.toString() } : {}),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
}

export const authorization = (token: string | null): Params =>
  token === null ? {} : { authorization: `OAuth ${token}` }

export const proofOf = ({ app }: Http, token: string | null): Params =>
  app === null || token === null ? {} : { appsecret_proof: appProof(app.clientSecret, token) }

export function addressOf(addresses: Addresses, name: keyof Addresses): string {
  const address = addresses[name]
  if (address === undefined) throw new Error(`facebook has no address for ${name}`)
  return address
}

/** Throws what the engine takes for an answer that nothing follows from. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(jsonOf(answer))
  if (result.success) return result.data
  throw unreadable(answer)
}

export function unreadable({ status, headers, body }: Answer): CallFailed {
  const told = body.toString('utf8', 0, 2_000)
  return new CallFailed({ sent: 'answered', status, headers, body: told, code: 'unreadable' })
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const isWeb = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** People click on it, so it must lead to a page and nowhere else. */
export const webUrl = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && isWeb(text) ? text : null))

/** Videos say where they are without the host. */
export const permalink = z
  .string()
  .max(4_096)
  .nullish()
  .transform((text) => (text && (text.startsWith('/') || isWeb(text)) ? text : null))

/** The only one that a story has. */
export const storyPath = (remoteId: string): string => `/stories/${remoteId}`

/** Where people see it, which is where they are asked for their consent, without a version. */
export function linkTo({ addresses }: Http, path: string): string {
  if (!path.startsWith('/')) return path
  return `${addressOf(addresses, 'auth').replace(/\/v\d+\.\d+$/, '')}${path}`
}
