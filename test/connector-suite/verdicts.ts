import { ownFailure } from '#connectors/api/json-api.ts'
import type { Failure, Verdict } from '#connectors/connector.ts'

/** Builders for tests that check a connector's table of verdicts against its network's response bodies. */

/** Returns the failure of a call with a complete response. */
export const answered = (status: number, body: unknown, more: Partial<Failure> = {}): Failure => ({
  sent: 'answered',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  code: null,
  ...more,
})

/** Returns a failure that the connector itself detected. */
export const found = (code: string, message: string | null = null): Failure => ownFailure(code, message).failure

/** Returns a Graph API error: a message that no verdict may depend on, a code, and often a subcode. */
export const graphError = (code: number | string, subcode?: number, more: object = {}, status = 400): Failure =>
  answered(status, {
    error: {
      message: `(#${code}) 490 Session has expired, or so it says; (#190) (#100)`,
      type: 'OAuthException',
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      ...more,
      fbtrace_id: 'AbCdEf',
    },
  })

/** Summarizes a verdict, such as `refused media_too_large` or `reauth at once`. */
export const shortOf = (verdict: Verdict | null): string =>
  verdict === null
    ? 'as everywhere'
    : [
        verdict.is,
        'code' in verdict ? verdict.code : '',
        'of' in verdict ? verdict.of : '',
        'final' in verdict && verdict.final ? 'at once' : '',
        'from' in verdict ? verdict.from : '',
      ]
        .filter((word) => word !== '')
        .join(' ')
