import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Amazon's Signature Version 4 as a store checks it, implemented from the published algorithm with only node:crypto, so
 * that it shares no line with the SDK that it verifies. `s3-signature.test.ts` checks it against Amazon's published
 * examples.
 */
export interface Signable {
  readonly method: string
  /** The path and query as on the request line. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export interface AccessKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

/** The result of a check. `payload` is the required SHA-256 of the body, or null if it was not signed. */
type Verdict =
  | { readonly good: true; readonly payload: string | null }
  | { readonly good: false; readonly status: number; readonly code: string; readonly message: string }

const algorithm = 'AWS4-HMAC-SHA256'
const unsigned = 'UNSIGNED-PAYLOAD'
const maxSkewMs = 15 * 60_000
const maxExpiresS = 604_800

/** The signature data of a request, from its headers or its query. */
interface Claim {
  readonly credential: readonly string[]
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly date: string
  readonly payload: string
  readonly expiresS: number | null
}

export function checkSignature(request: Signable, key: AccessKey, at: Date): Verdict {
  const query = queryOf(request.url)
  const inQuery = query.some(([name]) => name === 'X-Amz-Signature')
  if (inQuery && request.headers.authorization !== undefined)
    return no(400, 'InvalidArgument', 'Only one of header and query may carry a signature.')
  const claim = inQuery ? claimOfQuery(query) : claimOfHeader(request)
  if (!claim) return no(403, 'AccessDenied', 'The request carries no signature that can be read.')

  const [accessKeyId, day, region, service, end, ...more] = claim.credential
  if (more.length > 0 || end !== 'aws4_request' || service !== 's3' || day !== claim.date.slice(0, 8))
    return no(400, 'AuthorizationHeaderMalformed', 'The scope is not <day>/<region>/s3/aws4_request.')
  if (region !== key.region)
    return no(400, 'AuthorizationHeaderMalformed', `The region is wrong; it must be ${key.region}.`)
  if (accessKeyId !== key.accessKeyId) return no(403, 'InvalidAccessKeyId', 'There is no such access key.')

  const late = lateness(claim, at)
  if (late) return late
  const names = Object.keys(request.headers)
  const mustBeSigned = names.filter(
    (name) => name === 'host' || name.startsWith('x-amz-') || (!inQuery && name === 'content-type'),
  )
  const forgotten = ['host', ...mustBeSigned].filter((name) => !claim.signedHeaders.includes(name))
  if (forgotten.length > 0) return no(403, 'AccessDenied', `Headers are not signed: ${forgotten.join(', ')}.`)

  const canonical = [
    request.method,
    canonicalPath(request.url),
    canonicalQuery(query),
    ...claim.signedHeaders.map((name) => `${name}:${headerOf(request, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n')
  const scope = claim.credential.slice(1).join('/')
  const toSign = [algorithm, claim.date, scope, sha256(canonical)].join('\n')
  const signing = [day, region, service, end].reduce<string | Buffer>(
    (secret, word) => hmac(secret, word),
    `AWS4${key.secretAccessKey}`,
  )
  const expected = hmac(signing, toSign)
  const given = Buffer.from(claim.signature, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return no(403, 'SignatureDoesNotMatch', 'The signature is not that of this request and this key.')

  if (claim.payload === unsigned) return { good: true, payload: null }
  if (!/^[0-9a-f]{64}$/.test(claim.payload)) return no(501, 'NotImplemented', 'This kind of payload is not understood.')
  return { good: true, payload: claim.payload }
}

const no = (status: number, code: string, message: string): Verdict => ({ good: false, status, code, message })

function claimOfHeader(request: Signable): Claim | null {
  const given = headerOf(request, 'authorization')
  const date = headerOf(request, 'x-amz-date')
  const payload = headerOf(request, 'x-amz-content-sha256')
  if (!given.startsWith(`${algorithm} `) || !date || !payload) return null
  const fields = new Map(
    given
      .slice(algorithm.length)
      .split(',')
      .map((field) => {
        const at = field.indexOf('=')
        return [field.slice(0, at).trim(), field.slice(at + 1).trim()] as const
      }),
  )
  const [credential, signed, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) => fields.get(name))
  if (!credential || !signed || !signature) return null
  return {
    credential: credential.split('/'),
    signedHeaders: signed.split(';'),
    signature,
    date,
    payload,
    expiresS: null,
  }
}

function claimOfQuery(query: readonly Pair[]): Claim | null {
  const of = (name: string) => query.find(([one]) => one === name)?.[1]
  const [credential, signed, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((n) => of(`X-Amz-${n}`))
  const date = of('X-Amz-Date')
  if (of('X-Amz-Algorithm') !== algorithm || !credential || !signed || !signature || !date) return null
  return {
    credential: credential.split('/'),
    signedHeaders: signed.split(';'),
    signature,
    date,
    payload: of('X-Amz-Content-Sha256') ?? unsigned,
    expiresS: Number(of('X-Amz-Expires')),
  }
}

function lateness({ date, expiresS }: Claim, at: Date): Verdict | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const signedMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(signedMs)) return no(403, 'AccessDenied', 'X-Amz-Date must look like 20130524T000000Z.')
  const ageMs = at.getTime() - signedMs
  if (expiresS === null)
    return Math.abs(ageMs) > maxSkewMs ? no(403, 'RequestTimeTooSkewed', 'The time is too far from mine.') : null
  if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > maxExpiresS)
    return no(400, 'AuthorizationQueryParametersError', `X-Amz-Expires must be from 1 to ${maxExpiresS}.`)
  if (ageMs < -maxSkewMs) return no(403, 'AccessDenied', 'Request is not valid yet')
  return ageMs > expiresS * 1_000 ? no(403, 'AccessDenied', 'Request has expired') : null
}

type Pair = readonly [name: string, value: string]

/** Returns the decoded name and value of each parameter. Unlike in a form, a plus stays a plus. */
export function queryOf(url: string): Pair[] {
  const start = url.indexOf('?')
  if (start < 0 || start === url.length - 1) return []
  return url
    .slice(start + 1)
    .split('&')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
    })
}

export const pathOf = (url: string): string => decoded(url.split('?', 1)[0] ?? '')

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Text that cannot be decoded cannot have been signed in that form either.
    return text
  }
}

/** Encodes everything except A-Z a-z 0-9 - . _ ~ as %XX; encodeURIComponent leaves five more characters unchanged. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** S3 encodes a path once, other services twice. */
const canonicalPath = (url: string): string => pathOf(url).split('/').map(encoded).join('/')

const canonicalQuery = (query: readonly Pair[]): string =>
  query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function headerOf({ headers }: Signable, name: string): string {
  const value = headers[name]
  return [value ?? '']
    .flat()
    .map((one) => one.trim().replace(/ +/g, ' '))
    .join(',')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
