/**
 * The failures of a call. The messages name the origin only: paths and queries of other services carry tokens.
 *
 * `sent` tells a caller that must not act twice how far the call got:
 * - `no`: not a byte of the request left.
 * - `maybe`: bytes left and no complete response came, so the request may have been carried out.
 * - `answered`: a response came that we do not accept.
 */
export type Sent = 'no' | 'maybe' | 'answered'

export type FailureCode = keyof typeof meanings

const meanings = {
  address_not_allowed: 'is not an allowed address',
  invalid_request: 'does not support this request',
  dns: 'has a name that does not resolve',
  unreachable: 'does not accept connections',
  tls: 'has no trusted TLS certificate',
  connect_timeout: 'did not accept the connection in time',
  stopped: 'was not called because the caller aborted',
  aborted: 'was cancelled',
  timeout: 'did not respond in time',
  connection_lost: 'closed the connection before the response was complete',
  bad_answer: 'returned an invalid HTTP response',
  body_failed: 'was not sent the complete body, because the body could not be read',
  too_large: 'returned a response that is too large',
} as const

export interface FailureFacts {
  readonly sent: Sent
  /** The status, when at least the head of a response came. */
  readonly status?: number | null
  /** The code of the operating system or the library, such as ECONNREFUSED. */
  readonly systemCode?: string | null
  readonly detail?: string
  readonly cause?: unknown
}

export class OutboundFailure extends Error {
  override readonly name: string = 'OutboundFailure'
  readonly code: FailureCode
  readonly sent: Sent
  readonly status: number | null
  readonly systemCode: string | null

  constructor(code: FailureCode, target: string, facts: FailureFacts) {
    const more = facts.detail ?? facts.systemCode
    super(
      `${target} ${meanings[code]}${more ? `: ${more}` : ''}`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    )
    this.code = code
    this.sent = facts.sent
    this.status = facts.status ?? null
    this.systemCode = facts.systemCode ?? null
  }
}

/**
 * Thrown if the guard refuses an address. Callers turn it into their own refusal. The resolved address is not
 * disclosed.
 */
export class AddressNotAllowed extends OutboundFailure {
  override readonly name = 'AddressNotAllowed'

  constructor(target: string, detail: string) {
    super('address_not_allowed', target, { sent: 'no', detail })
  }
}

const tlsCode =
  /^(?:ERR_TLS|ERR_SSL|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/
const answerCode = /^(?:HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_)/

/**
 * Converts an error of undici, TLS or the operating system. The error itself is not kept: some carry bytes of the
 * exchange.
 */
export function failureOf(error: unknown, target: string, started: boolean, status: number | null): OutboundFailure {
  if (error instanceof OutboundFailure) return error
  const code = (error as { code?: unknown } | null)?.code
  const systemCode = typeof code === 'string' ? code : null
  const word = systemCode ?? ''
  if (started) {
    // Some parser errors have no code, only a name.
    const isUnreadable = answerCode.test(word) || (error instanceof Error && error.name === 'HTTPParserError')
    const lost = isUnreadable ? 'bad_answer' : 'connection_lost'
    return new OutboundFailure(lost, target, { sent: 'maybe', status, systemCode })
  }
  return new OutboundFailure(codeBeforeStart(word), target, { sent: 'no', systemCode })
}

function codeBeforeStart(word: string): FailureCode {
  if (tlsCode.test(word)) return 'tls'
  if (word === 'UND_ERR_CONNECT_TIMEOUT' || word === 'ETIMEDOUT') return 'connect_timeout'
  if (word === 'UND_ERR_DESTROYED' || word === 'UND_ERR_CLOSED') return 'aborted'
  if (/^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(word)) return 'invalid_request'
  return 'unreachable'
}
