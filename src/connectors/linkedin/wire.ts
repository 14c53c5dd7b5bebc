import { z } from 'zod'
import { type Addresses, type Answer, CallFailed, type Http, type HttpRequest } from '#connectors/connector.ts'

/** How LinkedIn is asked, and what it answers as far as it is read here. */

/** The name of anything there: `urn:li:share:7`, and of a comment with another inside. */
export const urn = z.string().regex(/^urn:li:[A-Za-z]{1,40}:[\w():,.-]{1,300}$/)

/** In a path or a list all of it is one word; what holds a list together stays as it is. */
export const word = (text: string): string =>
  encodeURIComponent(text).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

export interface Asked {
  readonly name: string
  readonly method: HttpRequest['method']
  /** With its query, encoded by hand: what builds one would encode the signs of a list too. */
  readonly path: string
  readonly token: string
  readonly json?: object
  /** What is wanted, where the method does not say it. */
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

/** Throws what the engine takes for an answer that nothing follows from. */
export function read<T>(answer: Answer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(jsonOf(answer))
  if (result.success) return result.data
  throw told(answer, 'unreadable')
}

/** What was answered well, and says that it is not well. */
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

/** The name of what was made: the body is empty, or may be. */
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

/** Where people see a post, which is where they are asked for their consent. */
export const linkTo = ({ addresses }: Http, post: string): string =>
  `${addressOf(addresses, 'auth')}/feed/update/${post}/`
