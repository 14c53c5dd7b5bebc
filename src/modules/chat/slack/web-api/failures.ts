/** Slack asks to wait. */
export class SlackBusy extends Error {
  override readonly name = 'SlackBusy'
  readonly waitMs: number
  constructor(waitMs: number) {
    super(`Slack asks to wait for ${waitMs} ms.`)
    this.waitMs = waitMs
  }
}

/** Slack refuses a call, by the name of its error. */
export class SlackRefusal extends Error {
  override readonly name = 'SlackRefusal'
  readonly code: string
  constructor(code: string) {
    super(`Slack refuses the call: ${code}`)
    this.code = code
  }
}

/** The errors after which a token will never work again: the app was removed, or its token revoked or expired. */
const ends = new Set([
  'invalid_auth',
  'account_inactive',
  'token_revoked',
  'token_expired',
  'not_authed',
  'team_access_not_granted',
])

/** The errors that pass by themselves. */
const passes = /^(?:internal_error|fatal_error|service_unavailable|request_timeout|status_5\d\d)$/

export const isEnd = (error: unknown): boolean => error instanceof SlackRefusal && ends.has(error.code)

/** True for a refusal that would come again. */
export const isFinal = (error: unknown): error is SlackRefusal =>
  error instanceof SlackRefusal && !passes.test(error.code)
