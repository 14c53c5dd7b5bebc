/**
 * Lists every refusal that a client can receive. The key is the stable `code` that programs switch on. It is never
 * renamed or reused. `docs/errors.md` is printed from this table. Any other exception is a bug in Posthorn and becomes
 * a generic 500 response.
 */
export const refusals = {
  warnings_unconfirmed: {
    status: 400,
    title: 'The post has unconfirmed warnings, listed in `warnings`.',
  },
  validation_failed: { status: 400, title: 'The request is invalid. See `errors` for details.' },
  malformed_json: { status: 400, title: 'The body is not valid JSON.' },
  csv_unreadable: { status: 400, title: 'The file is not a UTF-8 encoded CSV file.' },
  csv_too_many_rows: { status: 400, title: 'The file has more rows than an import accepts.' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP.' },
  cursor_invalid: { status: 400, title: 'The cursor was not returned by this list.' },
  mail_token_invalid: {
    status: 400,
    title: 'The code from the email is unknown, used, replaced by a newer one, or expired.',
  },
  multipart_invalid: { status: 400, title: 'The body is not a valid multipart form with exactly one file.' },
  media_empty: { status: 400, title: 'The file is empty.' },
  media_type_not_allowed: { status: 400, title: 'This type of file is not accepted.' },
  media_type_mismatch: { status: 400, title: 'The content of the file does not match its name or declared type.' },
  media_unreadable: { status: 400, title: 'The file is damaged or incomplete.' },
  media_active_content: {
    status: 400,
    title: 'The document contains active content, such as scripts or attached files.',
  },
  media_too_complex: { status: 400, title: 'The image has more pixels or frames than Posthorn can process.' },
  media_unreachable: { status: 400, title: 'The file could not be downloaded from this address.' },
  network_refused_credentials: { status: 400, title: 'The network rejected these credentials.' },
  network_refused: { status: 400, title: 'The network rejected this account.' },
  signed_request_invalid: { status: 400, title: 'The `signed_request` was not signed by the network.' },
  oauth_state_invalid: {
    status: 400,
    title: 'This sign-in is unknown, completed, expired, or was started in another browser. Start again.',
  },
  access_denied: { status: 400, title: 'Access was denied at the network, so nothing was connected.' },
  scopes_missing: { status: 400, title: 'The granted access lacks a permission that publishing needs.' },
  no_usable_page: { status: 400, title: 'The granted access covers no page that Posthorn can post to.' },
  platform_connects_directly: {
    status: 400,
    title: 'This network does not use OAuth. Connect with credentials instead.',
  },
  granularity_too_fine: { status: 400, title: 'The period is too long for hourly buckets.' },
  webhook_url_not_allowed: { status: 400, title: 'Webhooks cannot be sent to this URL.' },
  webhook_url_immutable: { status: 400, title: 'The URL of a webhook endpoint cannot be changed.' },
  webhook_secret_invalid: { status: 400, title: 'The secret must be `whsec_` followed by a base64 value.' },
  cron_too_frequent: { status: 400, title: 'The schedule runs too often.' },
  authorization_request_invalid: {
    status: 400,
    title: 'The app’s authorization request is invalid.',
  },
  network_address_unusable: { status: 400, title: 'No server for this network responded at this address.' },

  unauthenticated: { status: 401, title: 'A valid API key or identity token is required.' },
  cron_secret_invalid: {
    status: 401,
    title: 'The cron secret is wrong, or CRON_SECRET is not set on this installation.',
  },
  chat_secret_invalid: { status: 401, title: 'The request did not come from the chat service.' },
  webhook_signature_invalid: { status: 401, title: 'The request is not signed by the network.' },
  invalid_credentials: { status: 401, title: 'The email and password do not match an account.' },
  refresh_token_invalid: { status: 401, title: 'The refresh token is unknown, used or expired. Sign in again.' },

  chat_not_configured: { status: 409, title: 'The operator has not set up this chat.' },
  chat_not_connected: { status: 404, title: 'You are not linked to a workspace of this chat.' },
  slack_enterprise_unsupported: {
    status: 400,
    title:
      'Slack installed the app for a whole organization, which Posthorn does not support. Install it in a single workspace.',
  },
  slack_rotation_unsupported: {
    status: 400,
    title:
      'The Slack app rotates its tokens (token_rotation_enabled), which Posthorn does not support. Slack cannot turn this off again, so create another app from the manifest, which sets it to false.',
  },
  webhook_challenge_refused: {
    status: 403,
    title: 'The challenge does not contain this installation’s verify token.',
  },
  identity_token_required: {
    status: 403,
    title: 'This operation requires a signed-in user. API keys are not accepted.',
  },
  scope_required: { status: 403, title: 'The API key lacks a required scope.' },
  plan_required: { status: 403, title: 'Your plan does not include this feature.' },
  user_disabled: { status: 403, title: 'An administrator has disabled this account.' },
  role_required: { status: 403, title: 'Your role does not allow this.' },
  profile_forbidden: { status: 403, title: 'You have no access to this profile.' },
  profile_invite_for_another: { status: 403, title: 'The invitation was sent to another address.' },
  feature_off: { status: 403, title: 'This feature is switched off for you.' },
  profile_role_required: { status: 403, title: 'Your role on this profile does not allow this.' },
  key_limited_to_profiles: { status: 403, title: 'API keys restricted to certain profiles cannot do this.' },
  mfa_required: { status: 403, title: 'A code from your second factor is required.' },
  mfa_code_invalid: { status: 403, title: 'The second-factor code is invalid.' },
  mfa_enrolment_required: { status: 403, title: 'A second factor is required, but you have not set one up.' },
  reauthentication_required: { status: 403, title: 'You must have signed in within the last 15 minutes.' },
  sign_up_closed: { status: 403, title: 'This installation does not accept new accounts.' },
  invite_required: { status: 403, title: 'A new account needs an invitation.' },
  setup_code_required: { status: 403, title: 'The first account needs the setup code that `posthorn start` printed.' },
  address_forbidden: {
    status: 403,
    title:
      'The request’s Host header does not match this installation, or the request comes from a page on another origin.',
  },
  origin_forbidden: { status: 403, title: 'Pages on this origin cannot use the session cookie.' },
  session_forbidden: { status: 403, title: 'The session belongs to another user.' },
  app_forbidden: { status: 403, title: 'The app is connected to another user’s account.' },
  api_key_forbidden: { status: 403, title: 'The API key belongs to another user.' },
  webhook_forbidden: { status: 403, title: 'You have no access to this webhook endpoint.' },
  media_forbidden: { status: 403, title: 'The file belongs to another user.' },
  approval_by_author: { status: 403, title: 'Someone who wrote or changed a post cannot approve it.' },
  post_forbidden: { status: 403, title: 'You have no access to this post.' },
  post_not_submittable: {
    status: 403,
    title: 'Only draft, scheduled or failed posts can be submitted.',
  },
  posts_stay_published: { status: 403, title: 'Posthorn never deletes published posts from networks.' },

  route_not_found: { status: 404, title: 'This URL has no operation.' },
  chat_not_found: { status: 404, title: 'The chat is not linked to your account.' },
  alert_not_found: { status: 404, title: 'The alert does not exist.' },
  ticket_not_found: { status: 404, title: 'The ticket does not exist.' },
  cron_not_found: { status: 404, title: 'No cron has this name.' },
  profile_not_found: { status: 404, title: 'The profile does not exist.' },
  profile_member_not_found: { status: 404, title: 'This user is not a member of the profile.' },
  profile_invite_not_found: { status: 404, title: 'The invitation does not exist or is no longer valid.' },
  profile_link_not_found: { status: 404, title: 'The profile link does not exist.' },
  mail_template_not_found: { status: 404, title: 'The mail template does not exist.' },
  self_test_run_not_found: { status: 404, title: 'The self-test run does not exist.' },
  user_not_found: { status: 404, title: 'The user does not exist.' },
  secret_not_found: { status: 404, title: 'This version of Posthorn has no secret with this name.' },
  flag_not_found: { status: 404, title: 'The feature flag does not exist.' },
  session_not_found: { status: 404, title: 'The session does not exist or has ended.' },
  app_not_found: { status: 404, title: 'The app does not exist or no longer has access to your account.' },
  device_code_not_found: {
    status: 404,
    title: 'No device is waiting for this code. It may have expired: codes are valid for 10 minutes.',
  },
  api_key_not_found: { status: 404, title: 'The API key does not exist.' },
  platform_not_found: { status: 404, title: 'The platform does not exist.' },
  platform_without_webhooks: { status: 404, title: 'This platform sends no webhooks to Posthorn.' },
  deletion_not_found: { status: 404, title: 'No deletion request has this code.' },
  account_not_found: { status: 404, title: 'The connected account does not exist.' },
  media_not_found: { status: 404, title: 'The file does not exist.' },
  page_not_found: { status: 404, title: 'No granted access of this profile covers this page.' },
  post_not_found: { status: 404, title: 'The post does not exist.' },
  webhook_not_found: { status: 404, title: 'The webhook endpoint does not exist.' },
  webhook_delivery_not_found: { status: 404, title: 'This endpoint has no such delivery.' },
  share_link_not_found: { status: 404, title: 'The share link is unknown, revoked or expired.' },
  calendar_feed_not_found: { status: 404, title: 'The calendar feed is unknown or revoked.' },
  post_comment_not_found: { status: 404, title: 'This post has no comment with this ID.' },
  post_target_not_found: { status: 404, title: 'The post has no such target.' },
  recurring_rule_not_found: { status: 404, title: 'The recurring rule does not exist.' },
  occurrence_not_found: { status: 404, title: 'The rule has no upcoming run at this time.' },
  media_link_invalid: { status: 404, title: 'This link to a file is unknown, used or expired.' },

  method_not_allowed: {
    status: 405,
    title: 'This URL does not support the method. `Allow` lists the supported methods.',
  },
  not_acceptable: { status: 406, title: 'This endpoint only produces application/json.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.' },

  installation_claimed: { status: 409, title: 'This installation already has an owner.' },
  cron_runs_now: { status: 409, title: 'The cron is already starting.' },
  ticket_unanswerable: { status: 409, title: 'The user who opened this ticket has no email address.' },
  email_taken: { status: 409, title: 'An account with this email already exists.' },
  email_already_verified: { status: 409, title: 'Your email address is already verified.' },
  email_not_verified: { status: 409, title: 'Your email address is not verified yet.' },
  self_tests_running: { status: 409, title: 'Self-tests are already running. Wait for that run to finish.' },
  email_missing: { status: 409, title: 'Your account has no email address.' },
  own_user: { status: 409, title: 'This cannot be done to your own account.' },
  secret_exists: { status: 409, title: 'This secret already has a stored value. Create a new version instead.' },
  secret_not_set: { status: 409, title: 'This secret has no value, either stored or in the environment.' },
  secret_in_force: { status: 409, title: 'The secret is still in use. Revoke it and restart first.' },
  secrets_contradict: { status: 409, title: 'These secrets make the settings invalid, so nothing was changed.' },
  last_superadmin: {
    status: 409,
    title: 'The last superadmin cannot be removed. Give another user the superadmin role first.',
  },
  managed_by_identity_provider: {
    status: 409,
    title: 'This is managed by the installation’s identity provider.',
  },
  mfa_enrolment_not_started: { status: 409, title: 'No second factor is waiting to be verified.' },
  plan_limit_reached: { status: 409, title: 'You have reached the limit of your plan.' },
  profile_busy: { status: 409, title: 'A post of this profile is being published right now.' },
  profile_not_in_trash: { status: 409, title: 'The profile is not in the trash.' },
  profile_owner_stays: { status: 409, title: 'The owner of a profile cannot be changed or removed.' },
  profile_member_exists: { status: 409, title: 'This user is already a member.' },
  profile_people_limit: { status: 409, title: 'The profile has the maximum number of members and open invitations.' },
  profile_invite_for_members: { status: 409, title: 'This invitation grants a role; accept it first.' },
  profile_invite_without_role: { status: 409, title: 'This invitation does not grant a role.' },
  profile_link_exists: { status: 409, title: 'These two profiles are already linked.' },
  profile_link_cycle: { status: 409, title: 'The link would make a profile its own ancestor.' },
  profile_link_depth: { status: 409, title: 'The chain of links would be too deep.' },
  profile_link_owners: { status: 409, title: 'Only profiles of the same owner can be linked.' },
  account_in_use: { status: 409, title: 'Another user of this installation has connected this account.' },
  account_not_connected: { status: 409, title: 'The account is no longer connected.' },
  oauth_account_differs: { status: 409, title: 'A different account signed in at the network.' },
  network_mode_unusable: { status: 409, title: 'This network is not available in this mode on this installation.' },
  network_app_missing: { status: 409, title: 'The operator has not registered an app at this network yet.' },
  network_unsupported: { status: 409, title: 'This network is not available on this installation.' },
  page_unusable: { status: 409, title: 'Posthorn cannot post to this page as it is set up.' },
  share_comments_off: { status: 409, title: 'This share link does not allow comments.' },
  calendar_feeds_full: { status: 409, title: 'The profile has reached its limit of calendar feeds.' },
  api_keys_full: { status: 409, title: 'You have reached the limit of API keys.' },
  share_links_full: { status: 409, title: 'The post has reached its limit of share links.' },
  recurring_rules_full: { status: 409, title: 'The profile has reached its limit of recurring rules.' },
  occurrences_full: { status: 409, title: 'The rule has reached its limit of skipped and moved runs.' },
  post_texts_full: { status: 409, title: 'The owner’s posts have reached the limit of stored text.' },
  share_comments_full: { status: 409, title: 'The post has reached its limit of comments.' },
  approval_not_required: { status: 409, title: 'This post’s profile does not require approval.' },
  approval_outdated: { status: 409, title: 'The post has changed since it was read. Read it again, then approve it.' },
  post_wrong_status: { status: 409, title: 'This is not possible in the post’s current status.' },
  post_not_draft: { status: 409, title: 'This is only possible for drafts.' },
  post_not_editable: { status: 409, title: 'The post is being published and cannot be changed now.' },
  post_not_scheduled: { status: 409, title: 'Only a scheduled or queued post can be moved to another time.' },
  post_without_time: { status: 409, title: 'The draft has no scheduled time.' },
  post_in_trash: { status: 409, title: 'The post is in the trash; restore it first.' },
  post_not_in_trash: { status: 409, title: 'The post is not in the trash.' },
  post_not_stuck: { status: 409, title: 'The post is not stuck: it has been publishing for less than 5 minutes.' },
  nothing_to_retry: { status: 409, title: 'No target of the post has failed.' },
  nothing_to_expand: {
    status: 409,
    title: 'The post is already published or being published on all of these platforms.',
  },
  outcome_unknown: {
    status: 409,
    title: 'The outcome is unknown. Check the network, then report the outcome with `resolve`.',
  },
  recurring_rule_cancelled: { status: 409, title: 'The recurring rule has been cancelled.' },
  recurring_rule_ended: { status: 409, title: 'The recurring rule has no runs left.' },
  media_in_use: { status: 409, title: 'A post still uses this file.' },
  webhook_event_gone: { status: 409, title: 'The event is too old: events are kept for 30 days.' },
  sandbox_off: { status: 409, title: 'This installation has no sandbox running.' },
  media_not_uploaded: { status: 409, title: 'Nothing has been uploaded to this URL yet.' },
  answer_shown_once: {
    status: 409,
    title: 'This request already succeeded, and its response contained a secret that is shown only once.',
  },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is in progress.' },

  precondition_failed: { status: 412, title: 'The resource has changed since you read it.' },
  body_too_large: { status: 413, title: 'The body is too large.' },
  media_too_large: { status: 413, title: 'The file is larger than 500 MB.' },
  uri_too_long: { status: 414, title: 'The URL is too long.' },
  unsupported_media_type: { status: 415, title: 'This endpoint does not accept this type of body.' },
  range_not_satisfiable: { status: 416, title: 'The requested range is beyond the end of the file.' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for a different request.' },
  ai_quota_exhausted: { status: 429, title: 'You have used all of this month’s captions.' },
  rate_limited: { status: 429, title: 'Too many requests. Wait for `retryAfterMs`.' },
  analytics_refreshed_lately: {
    status: 429,
    title: 'The metrics were refreshed less than a minute ago. Wait for `retryAfterMs`.',
  },
  mails_used_up: {
    status: 429,
    title: 'You have sent too many emails to other people today. Wait for `retryAfterMs`.',
  },
  approval_requested_lately: {
    status: 429,
    title: 'The approval of this post was requested less than an hour ago. Wait for `retryAfterMs`.',
  },
  too_many_uploads: {
    status: 429,
    title: 'You have too many unused upload URLs. Upload to them first, or wait until they expire.',
  },
  media_suspended: {
    status: 429,
    title:
      'Two files took more time or memory than is allowed, so no files are accepted for this account at the moment. Wait for `retryAfterMs`.',
  },
  too_many_streams: { status: 429, title: 'You have too many event streams open. Close one.' },
  sign_in_paused: {
    status: 429,
    title: 'Too many wrong passwords for this account or from your network. Wait for `retryAfterMs`.',
  },
  mfa_paused: { status: 429, title: 'Too many wrong codes. Wait for `retryAfterMs`.' },
  headers_too_large: { status: 431, title: 'The request headers are too large.' },

  internal_error: {
    status: 500,
    title: 'An internal error occurred. The log entry with this requestId has the cause.',
  },
  identity_provider_unavailable: {
    status: 503,
    title: 'The identity provider is not responding, so the token cannot be verified. Try again shortly.',
  },
  sandbox_unavailable: { status: 503, title: 'The sandbox is not responding. Try again shortly.' },
  storage_unavailable: {
    status: 503,
    title: 'File storage is not responding. Nothing was changed. Try again shortly.',
  },
  network_misconfigured: {
    status: 503,
    title: 'The URL configured for this network is wrong.',
  },
  network_unavailable: {
    status: 503,
    title: 'The network is not responding or is rate limiting requests. Nothing was changed. Try again shortly.',
  },
  streams_full: { status: 503, title: 'This server has reached its limit of event streams. Try again shortly.' },
  media_busy: { status: 503, title: 'Too many files are being processed at the moment. Try again shortly.' },
  database_unavailable: {
    status: 503,
    title: 'The database is unavailable or read-only. Retry shortly with the same Idempotency-Key.',
  },
} as const satisfies Record<string, { status: number; title: string }>

export type RefusalCode = keyof typeof refusals

/** One error in the input: its location as a JSON Pointer, a stable code, and a message that states what is valid. */
export interface Fault {
  readonly path: string
  readonly code: string
  readonly message: string
  /** The values and the rule in the message, for clients that translate it. */
  readonly params?: Readonly<Record<string, string | number | readonly string[]>>
  /** The correct input, where it is known. */
  readonly fix?: string
  /** The network that the error applies to, if the request involves several. */
  readonly platform?: string
  /** The account on that network, by its wire ID. */
  readonly accountId?: string
}

/**
 * The maximum number of errors in a response. A body can contain a hundred thousand, but no one fixes more than this at
 * once.
 */
export const mostFaults = 100

export interface RefusalInfo {
  /** The specific problem and how to fix it. */
  readonly detail?: string
  readonly errors?: readonly Fault[]
  /** Warnings that the client can confirm to continue. */
  readonly warnings?: readonly Fault[]
  /** The scope that the API key lacks. */
  readonly requiredScope?: string
  /** The lowest plan that allows the request. */
  readonly requiredPlan?: string
  readonly retryAfterMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly info: RefusalInfo

  constructor(code: RefusalCode, info: RefusalInfo = {}) {
    super(info.detail ?? refusals[code].title)
    this.code = code
    this.info = info
  }

  get status(): number {
    return refusals[this.code].status
  }
}

/** Rejects the request with this refusal. `code` and `info` determine the entire response. */
export function refuse(code: RefusalCode, info: RefusalInfo = {}): never {
  throw new Refusal(code, info)
}

/** Rejects input that has the right shape but an invalid value. */
export function refuseInput(...errors: readonly Fault[]): never {
  throw new Refusal('validation_failed', { errors, detail: errors.map((fault) => fault.message).join(' ') })
}

/** Runs `work` for one of several items of a request. If it is refused, the refusal includes the item's path. */
export async function refuseAt<Result>(place: string | (() => string), work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw at(place, error)
  }
}

/** Does the same for work that does not wait. */
export function placeRefusal<Result>(place: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw at(place, error)
  }
}

function at(place: string | (() => string), error: unknown): unknown {
  if (!(error instanceof Refusal) || error.info.errors) return error
  const path = typeof place === 'string' ? place : place()
  return new Refusal(error.code, { ...error.info, errors: [{ path, code: error.code, message: error.message }] })
}
