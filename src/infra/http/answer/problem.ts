import type { FastifyError } from 'fastify'
import { brokenReference, refusalOfWrite } from '#infra/db/faults.ts'
import { type Fault, mostFaults, Refusal, type RefusalCode, type RefusalInfo, refusals } from '#kernel/errors.ts'
import type { InEvery, Language } from '#kernel/language.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { refusals as german } from '#rules/languages/de/refusals.ts'
import { refusals as spanish } from '#rules/languages/es/refusals.ts'
import { refusals as french } from '#rules/languages/fr/refusals.ts'
import { jsonWanted } from '../request/bodies.ts'

const problemType = 'application/problem+json; charset=utf-8'

interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: RefusalCode
  readonly requestId: string
  readonly errors?: Fault[]
  readonly warnings?: Fault[]
  /** True if there are more errors or warnings than listed. */
  readonly truncated?: true
  readonly requiredScope?: string
  readonly requiredPlan?: string
  readonly retryAfterMs?: number
}

const mostDetail = 2_000

/** Errors that the framework detects before a route is reached, by its own stable codes. */
const frameworkCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed_request',
}

/**
 * Converts anything thrown to a refusal. An exception that is not a refusal is a bug: it becomes a bare 500, and its
 * cause is logged.
 */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const refusal = refusalOfWrite(error)
  if (refusal) return refusal
  // A credential is cached briefly, and its account may be deleted in the meantime.
  if (brokenReference(error)?.endsWith('uid_fkey'))
    return new Refusal('unauthenticated', { detail: 'This account no longer exists.' })
  const { code: name = '', statusCode } = (error ?? {}) as Partial<FastifyError>
  // The client disconnected while sending its body. No one reads the response, but it must not be logged as a bug.
  const code = name === 'ECONNRESET' && statusCode === 400 ? 'malformed_request' : frameworkCodes[name]
  return new Refusal(code ?? 'internal_error', code ? { detail: hints[code] ?? refusals[code].title } : {})
}

/**
 * Turns an invalid ID in the path into the 404 of a missing resource, with the route's code for it: the one that names
 * the parameter, or else the first.
 */
export function asMissing(refusal: Refusal, codes: readonly RefusalCode[]): Refusal {
  const faults = (refusal.info.errors ?? []).filter(({ path }) => path.startsWith('/path/'))
  const [first] = faults
  if (refusal.code !== 'validation_failed' || !first) return refusal
  const noun = nounOf(first.path.slice('/path/'.length))
  const missing = codes.filter((each) => refusals[each].status === 404)
  const code =
    missing.find((each) => each === `${noun}_not_found`) ?? missing.find((each) => each.includes(`_${noun}_`))
  return new Refusal(code ?? missing[0] ?? 'route_not_found', {
    detail: faults.map(({ path, message }) => `${path.slice('/path/'.length)} ${message}.`).join(' '),
  })
}

/** Returns what a parameter refers to: `deliveryId` refers to a delivery. A `uid` in a path is always a member's. */
const nounOf = (parameter: string): string => (parameter === 'uid' ? 'member' : parameter.replace(/Id$/, ''))

const hints: Partial<Record<RefusalCode, string>> = {
  unsupported_media_type: jsonWanted,
  malformed_request: 'The URL or a header is malformed.',
}

export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { title, status } = refusals[refusal.code]
  const info: RefusalInfo = refusal.info
  return {
    type: `/docs/errors#${refusal.code}`,
    title,
    status,
    detail: shorten(info.detail ?? title, mostDetail),
    code: refusal.code,
    requestId,
    ...(info.errors ? { errors: info.errors.slice(0, mostFaults) } : {}),
    ...(info.warnings ? { warnings: info.warnings.slice(0, mostFaults) } : {}),
    ...(hasMore(info.errors) || hasMore(info.warnings) ? { truncated: true } : {}),
    ...omitUndefined({
      requiredScope: info.requiredScope,
      requiredPlan: info.requiredPlan,
      retryAfterMs: info.retryAfterMs,
    }),
  }
}

const hasMore = (faults: readonly Fault[] = []): boolean => faults.length > mostFaults

interface Credentials {
  /** The URL at which an app learns how to sign in. */
  readonly metadataUrl?: string | undefined
  /** True if the request's bearer token was not accepted. */
  readonly isTokenBad?: boolean
}

export function problemHeaders(refusal: Refusal, credentials: Credentials = {}): Record<string, string> {
  const retryAfterMs = refusal.info.retryAfterMs
  return {
    'content-type': problemType,
    ...(retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) }),
    ...challengeOf(refusal, credentials),
    ...refusal.info.headers,
  }
}

/** States which credential is accepted (RFC 6750) and where to get it (RFC 9728). */
function challengeOf({ status, info }: Refusal, { metadataUrl, isTokenBad }: Credentials): Record<string, string> {
  const realm = `Bearer realm="posthorn"${metadataUrl ? `, resource_metadata="${metadataUrl}"` : ''}`
  if (info.requiredScope)
    return { 'www-authenticate': `${realm}, error="insufficient_scope", scope="${info.requiredScope}"` }
  // If no token was sent, none is reported as invalid: a client would discard the token it has.
  return status === 401 ? { 'www-authenticate': isTokenBad ? `${realm}, error="invalid_token"` : realm } : {}
}

/** Renders a page that states why something was refused. `message` is the English sentence. */
export function sayRefusal(
  { code, message }: { readonly code: RefusalCode; readonly message: string },
  language: Language,
): string {
  const { sentences, unknown } = translated[language]
  return sentences[code] ?? unknown ?? message
}

interface Translated {
  readonly sentences: Readonly<Record<string, string>>
  /** For a refusal that only programs can cause. */
  readonly unknown: string | null
}

/** English is what the refusal itself says. */
const translated: InEvery<Translated> = {
  en: { sentences: {}, unknown: null },
  de: { sentences: german, unknown: 'Etwas ist schiefgelaufen.' },
  es: { sentences: spanish, unknown: 'Algo salió mal.' },
  fr: { sentences: french, unknown: 'Une erreur s’est produite.' },
}
