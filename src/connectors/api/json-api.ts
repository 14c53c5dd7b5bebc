import type { z } from 'zod'
import {
  type Addresses,
  type Answer,
  CallFailed,
  type Failure,
  type Http,
  type HttpRequest,
} from '#connectors/connector.ts'
import { parseStorable } from '#kernel/text/parse-storable.ts'

/**
 * Building blocks shared by the JSON APIs of all networks. What differs between networks is in each network's `api/`.
 */
type Headers = Readonly<Record<string, string>>

/** Returns the base URL of a service. The settings have one for each service that the connector lists in `operator`. */
export function requireAddress(addresses: Addresses, name: keyof Addresses): string {
  const address = addresses[name]
  if (address === undefined) throw new Error(`no URL is configured for ${name}`)
  return address
}

export interface JsonCall {
  readonly name: string
  readonly method: HttpRequest['method']
  /** The path below the API's base URL. */
  readonly path: string
  readonly token: string
  readonly json?: object
  readonly headers?: Headers
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

/** Sends a call with a bearer token, and a JSON body if there is one. */
export const sendJson = (http: Http, { path, token, json, headers, ...rest }: JsonCall): Promise<Answer> =>
  http.send({
    ...rest,
    url: `${requireAddress(http.addresses, 'api')}${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json && { body: JSON.stringify(json) }),
  })

/** Parses a response. If that fails, throws a failure that marks the outcome as unknown. */
export function readAnswer<Shape extends z.ZodType>(
  answer: Answer,
  shape: Shape,
  parse: (text: string) => unknown = parseJson,
): z.output<Shape> {
  const result = shape.safeParse(parse(answer.body.toString('utf8')))
  if (result.success) return result.data
  throw answerFailure(answer, 'unreadable')
}

/** Parses JSON. Returns undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseStorable(text)
  } catch {
    return undefined
  }
}

const maxBody = 4_096

/** Builds the failure, with one of our codes, for a 2xx response that reports a problem or cannot be parsed. */
export const answerFailure = ({ status, headers, body }: Answer, code: string | null): CallFailed =>
  new CallFailed({ sent: 'answered', status, headers, body: body.toString('utf8', 0, maxBody), code })

/** Builds the same failure with one of our codes, for a failure whose meaning differs after the earlier calls. */
export const renamed = (failure: Failure, code: string): CallFailed => new CallFailed({ ...failure, code })

/** Builds the failure for a problem that the connector detected itself. `code` is a row of its verdict table. */
export const ownFailure = (code: string, message: string | null = null): CallFailed =>
  new CallFailed({ sent: 'no', status: null, headers: {}, body: '', code, own: { message } })

/**
 * Parses JSON that contains bare numbers with more digits than a JavaScript number keeps. A number of 16 digits or more
 * becomes a string; quoted text is unchanged. Returns undefined for invalid JSON. An unclosed quote extends to the end
 * of the input, so the scan never starts over at a later quote.
 */
export function parseLongNumbers(text: string): unknown {
  const kept = text.replaceAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|(?<!\d)-?\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
  try {
    return parseStorable(kept)
  } catch {
    return undefined
  }
}
