import { PosthornError } from '@posthorn/sdk'

/** The kinds of failure that a reader can tell apart, each with words and a way on of its own. */
export type ProblemKind =
  /** No answer, or one of something between here and Posthorn. */
  | 'noAnswer'
  | 'busy'
  | 'tooOften'
  /** An error of Posthorn's own. */
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
  /** A refusal that its own words explain. */
  | 'refused'
  /** No answer of the service at all, but an error of this page. */
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
}

/** Returns the kind of a failure. The answers 502, 503 and 504 of a proxy have no code of Posthorn's. */
export function kindOf(error: unknown): ProblemKind {
  if (!(error instanceof PosthornError)) return 'unknown'
  const { code, status } = error
  if (status === 0 || code === 'no_answer') return 'noAnswer'
  if (status === 429) return 'tooOften'
  if (status >= 500 && code !== 'unexpected_answer') return status === 503 ? 'busy' : 'ours'
  return kindOfCode[code] ?? 'refused'
}
