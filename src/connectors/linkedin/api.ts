import { z } from 'zod'
import { answerFailure, type JsonCall, parseJson, requireAddress, sendJson } from '#connectors/api/json-api.ts'
import { type Answer, CallFailed, type Http } from '#connectors/connector.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'

/** LinkedIn's wire format: requests and the parts of responses that are read. */

/** The URN of any object: `urn:li:share:7`. The URN of a comment contains another URN. */
export const urn = z.string().regex(/^urn:li:[A-Za-z]{1,40}:[\w():,.-]{1,300}$/)

/** Encodes text as one item of a path or a list; list delimiters are not affected. */
export const word = (text: string): string =>
  encodeURIComponent(text).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))

interface RestliCall extends Omit<JsonCall, 'headers'> {
  /** The path with its query, already encoded: a query builder would also encode list delimiters. */
  readonly path: string
  /** The Rest.li method, if the HTTP method does not determine it. */
  readonly restli?: 'FINDER'
}

export function ask(http: Http, { restli, ...call }: RestliCall): Promise<Answer> {
  const headers = omitUndefined({
    'x-restli-protocol-version': '2.0.0',
    'linkedin-version': call.path.startsWith('/rest/') ? versionOf(http) : undefined,
    'x-restli-method': restli,
  })
  return sendJson(http, { ...call, headers })
}

function versionOf({ version }: Http): string {
  if (version === undefined) throw new Error('a LinkedIn call needs a version')
  return version
}

/** Returns the URN of the created object, from the headers if the body is empty. */
export function madeBy(answer: Answer): string {
  const { headers } = answer
  const body = z
    .looseObject({ id: z.string(), commentUrn: z.string() })
    .partial()
    .safeParse(parseJson(answer.body.toString('utf8'))).data
  const found = [headers['x-restli-id'], headers['x-linkedin-id'], body?.commentUrn, body?.id]
    .map((name) => urn.safeParse(decoded(name)).data)
    .find((name) => name !== undefined)
  if (found === undefined) throw answerFailure(answer, 'unreadable')
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

/** Returns the public URL of a post, on the consent page's host. */
export const linkTo = ({ addresses }: Http, post: string): string =>
  `${requireAddress(addresses, 'auth')}/feed/update/${post}/`
