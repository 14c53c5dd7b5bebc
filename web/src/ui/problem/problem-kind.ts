import { PosthornError } from '@posthorn/sdk'

/** The kinds of failure that a reader can tell apart, each with its own text and next step. */
export type ProblemKind =
  /** No response, or one from a proxy in between. */
  | 'noAnswer'
  | 'busy'
  | 'tooOften'
  /** An internal error of Posthorn. */
  | 'ours'
  | 'plan'
  | 'role'
  | 'operatorRole'
  | 'factor'
  | 'code'
  | 'wrongCode'
  | 'signInAgain'
  | 'disabled'
  | 'notYours'
  | 'key'
  | 'switchedOff'
  | 'gone'
  /** Warnings about a post, which its author can accept. */
  | 'warned'
  /** A refusal with an explanatory message. */
  | 'refused'
  /** An error of this page, not of the service. */
  | 'unknown'

const kindOfCode: Readonly<Record<string, ProblemKind>> = {
  plan_required: 'plan',
  plan_limit_reached: 'plan',
  profile_role_required: 'role',
  role_required: 'operatorRole',
  mfa_enrolment_required: 'factor',
  mfa_required: 'code',
  mfa_code_invalid: 'wrongCode',
  reauthentication_required: 'signInAgain',
  user_disabled: 'disabled',
  profile_forbidden: 'notYours',
  post_forbidden: 'notYours',
  media_forbidden: 'notYours',
  webhook_forbidden: 'notYours',
  session_forbidden: 'notYours',
  app_forbidden: 'notYours',
  api_key_forbidden: 'notYours',
  scope_required: 'key',
  identity_token_required: 'key',
  key_limited_to_profiles: 'key',
  feature_off: 'switchedOff',
  profile_not_found: 'gone',
  post_not_found: 'gone',
  unexpected_answer: 'noAnswer',
  warnings_unconfirmed: 'warned',
}

/** Returns true if the service refused with this code. */
export const isRefusal = (error: unknown, code: string): boolean =>
  error instanceof PosthornError && error.code === code

/** Returns the kind of a failure. A proxy's 502, 503 and 504 have no Posthorn error code. */
export function kindOf(error: unknown): ProblemKind {
  if (!(error instanceof PosthornError)) return 'unknown'
  const { code, status } = error
  if (status === 0 || code === 'no_answer') return 'noAnswer'
  if (status === 429) return 'tooOften'
  if (status >= 500 && code !== 'unexpected_answer') return status === 503 ? 'busy' : 'ours'
  return kindOfCode[code] ?? 'refused'
}
