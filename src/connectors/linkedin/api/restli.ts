import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http, type HttpRequest } from '#connectors/connector.ts'

/** LinkedIn's wire format: requests, and the parts of answers that are read here. */

/** The URN of any object: `urn:li:share:7`. The URN of a comment contains another one. */
export const urn = z.string().regex(/^urn:li:[A-Za-z]{1,40}:[\w():,.-]{1,300}$/)

/** Encodes a text as one word of a path or a list; the delimiters of a list are left alone. */
export const word = (text: string): string =>
  encodeURIComponent(text).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

export interface Asked {
  readonly name: string
  readonly method: HttpRequest['method']
  /** The path with its query, encoded by hand: a query builder would also encode the delimiters of a list. */
  readonly path: string
  readonly token: string
  readonly json?: object
  /** The Rest.li method, where the HTTP method does not determine it. */
  readonly restli?: 'FINDER'
  readonly maxBytes?: number
}

export function ask(http: Http, { path, token, json, restli, ...rest }: Asked): Promise<Answer> {
  return http.send({
    ...rest,
    url: `${addressOf(http.addresses, 'api')}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'x-restli-protocol-version': '2.0.0',
      ...(path.startsWith('/rest/') ? { 'linkedin-version': versionOf(http) } : {}),
      ...(restli ? { 'x-restli-method': restli } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
    },
    ...(json ? { body: JSON.stringify(json) } : {}),
  })
}

function versionOf({ version }: Http): string {
  if (version === undefined) throw new Error('linkedin is asked without a version')
  return version
}

export function addressOf(addresses: Addresses, name: keyof Addresses): string {
  const address = addresses[name]
  if (address === undefined) throw new Error(`linkedin has no address for ${name}`)
  return address
}

/** Parses an answer. Throws a failure that tells the engine that the outcome is unknown. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(jsonOf(answer))
  if (result.success) return result.data
  throw told(answer, 'unreadable')
}

/** Builds the failure for a 2xx answer that reports a problem. */
export function told({ status, headers, body }: Answer, code: string): CallFailed {
  return new CallFailed({ sent: 'answered', status, headers, body: body.toString('utf8', 0, 4_096), code })
}

function jsonOf({ body }: Pick<Answer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Returns the URN of the created object, from the headers if the body is empty. */
export function madeBy(answer: Answer): string {
  const { headers } = answer
  const body = z.looseObject({ id: z.string(), commentUrn: z.string() }).partial().safeParse(jsonOf(answer)).data
  const found = [headers['x-restli-id'], headers['x-linkedin-id'], body?.commentUrn, body?.id]
    .map((name) => urn.safeParse(decoded(name)).data)
    .find((name) => name !== undefined)
  if (found === undefined) throw told(answer, 'unreadable')
  return found
}

function decoded(name: string | undefined): string | undefined {
  if (!name?.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

export const isStatus = (error: unknown, ...statuses: readonly number[]): error is CallFailed =>
  error instanceof CallFailed && error.failure.sent === 'answered' && statuses.includes(error.failure.status ?? 0)

/** Returns the public address of a post, on the host of the consent page. */
export const linkTo = ({ addresses }: Http, post: string): string =>
  `${addressOf(addresses, 'auth')}/feed/update/${post}/`
