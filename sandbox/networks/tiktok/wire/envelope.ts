import { type Answer, ok, Refused } from '../../../core/http/request.ts'
import type { Platform } from '../state/platform.ts'

/**
 * Builds a success response. Every API response has its data and an `error`, even on success, and an error may have
 * status 200. Only the token endpoint differs and uses the form of OAuth.
 */
export function fine(platform: Platform, data: object): Answer {
  return ok({ data, error: errorOf(platform, 'ok', '') })
}

export function refusal(platform: Platform, status: number, code: Code, message: string = messages[code]): Answer {
  const hidesStatus = platform.rules.errorsIn200 && status >= 400 && status < 429
  return { status: hidesStatus ? 200 : status, body: { data: {}, error: errorOf(platform, code, message) } }
}

export function no(platform: Platform, status: number, code: Code, message?: string): never {
  throw new Refused(refusal(platform, status, code, message))
}

/** Rejects with status 200, which some errors always have. */
export function noIn200(platform: Platform, code: Code): never {
  throw new Refused(ok({ data: {}, error: errorOf(platform, code, messages[code]) }))
}

export const invalid = (platform: Platform, message: string): never => no(platform, 400, 'invalid_params', message)

const errorOf = (platform: Platform, code: string, message: string): object => ({
  code,
  message,
  [platform.rules.logIdName]: platform.logId(),
})

type OAuthCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'server_error'

export function oauthRefusal(platform: Platform, error: OAuthCode, description: string): Answer {
  const status = error === 'invalid_client' ? 401 : error === 'server_error' ? 500 : 400
  return {
    status: platform.rules.oauthErrorsIn200 ? 200 : status,
    headers: { 'cache-control': 'no-store' },
    body: { error, error_description: description, log_id: platform.logId() },
  }
}

export function noGrant(platform: Platform, error: OAuthCode, description: string): never {
  throw new Refused(oauthRefusal(platform, error, description))
}

export type Code = keyof typeof messages

const messages = {
  invalid_param: 'The request parameters are invalid.',
  invalid_params: 'One or more fields in request is invalid.',
  invalid_file_upload: 'The uploaded file does not meet API specification.',
  invalid_publish_id: 'The publish_id does not exist.',
  token_not_authorized_for_specified_publish_id: 'The access_token does not have authorization for the publish_id.',
  access_token_invalid: 'The access token is invalid or not found in the request.',
  scope_not_authorized: 'The user did not authorize the scope required for completing this request.',
  scope_permission_missed: 'The app has not been granted the scope required for completing this request.',
  spam_risk_too_many_posts: 'The daily post cap from the API is reached for the current user.',
  spam_risk_too_many_pending_share: 'There may be at most 5 pending shares within any 24-hour period.',
  spam_risk_user_banned_from_posting: 'The user is banned from making new posts.',
  spam_risk_text: 'The text contains risky or spammy content.',
  spam_risk: 'The publishing request is risky.',
  reached_active_user_cap: 'The daily quota for active publishing users from your client is reached.',
  unaudited_client_can_only_post_to_private_accounts:
    'Unaudited clients can only post to a private account. The publish attempt will be blocked when calling /publish/ on a public account.',
  url_ownership_unverified: 'The developer has not verified the ownership of the URL prefix or domain.',
  privacy_level_option_mismatch: 'privacy_level is not among the options of the creator.',
  rate_limit_exceeded: 'The API rate limit was exceeded. Please try again later.',
  internal_error: 'Internal error. Please try again later.',
  not_found: 'There is no such API.',
} as const satisfies Readonly<Record<string, string>>
