/**
 * Every refusal that a client can meet. The key is the stable `code` that programs switch on: it is never renamed and
 * never reused. `docs/errors.md` is printed from this table. Any other throw is our bug and leaves as a bare 500.
 */
export const refusals = {
  warnings_unconfirmed: {
    status: 400,
    title: 'There are warnings that nobody has confirmed; each is listed in `warnings`.',
  },
  validation_failed: { status: 400, title: 'The request has faults; each is listed in `errors`.' },
  malformed_json: { status: 400, title: 'The body is not readable JSON.' },
  malformed_request: { status: 400, title: 'The request could not be read as HTTP.' },
  cursor_invalid: { status: 400, title: 'The cursor is not one that this list gave out.' },
  mail_token_invalid: {
    status: 400,
    title: 'The mailed token is unknown, used up, replaced by a newer one, or too old.',
  },
  multipart_invalid: { status: 400, title: 'The body is not a form with one file that can be read.' },
  media_empty: { status: 400, title: 'The file is empty.' },
  media_type_not_allowed: { status: 400, title: 'Files of this type are not taken.' },
  media_type_mismatch: { status: 400, title: 'The bytes of the file are not what its name or declared type says.' },
  media_unreadable: { status: 400, title: 'The file is damaged or cut off; it cannot be read to its end.' },
  media_too_complex: { status: 400, title: 'The picture has more pixels or frames than we decode.' },
  media_unreachable: { status: 400, title: 'The file could not be fetched from that address.' },
  network_refused_credentials: { status: 400, title: 'The network does not take these credentials.' },
  network_refused: { status: 400, title: 'The network refuses this account.' },
  signed_request_invalid: { status: 400, title: 'The `signed_request` is not one of the network’s.' },
  oauth_state_invalid: {
    status: 400,
    title: 'This way back from the network is unknown, used up, too old, or begun in another browser. Start again.',
  },
  access_denied: { status: 400, title: 'The network was told not to let us in, so nothing was connected.' },
  scopes_missing: { status: 400, title: 'Something that publishing needs was left out of the consent.' },
  no_usable_page: { status: 400, title: 'The consent is good for no page that could be posted to.' },
  platform_connects_directly: { status: 400, title: 'This network is not connected by way of a page of its own.' },
  webhook_url_not_allowed: { status: 400, title: 'Webhooks cannot be sent to this address.' },
  webhook_url_immutable: { status: 400, title: 'The address of a webhook endpoint cannot be changed.' },
  webhook_secret_invalid: { status: 400, title: 'The secret does not have the form that receivers expect.' },
  network_address_unusable: { status: 400, title: 'There is no server of this network at that address.' },

  unauthenticated: { status: 401, title: 'A valid API key or identity token is needed.' },
  webhook_signature_invalid: { status: 401, title: 'The call is not signed by the network.' },
  invalid_credentials: { status: 401, title: 'Email and password do not match an account.' },
  refresh_token_invalid: { status: 401, title: 'The refresh token is unknown, used up or expired. Sign in again.' },

  webhook_challenge_refused: { status: 403, title: 'That is not the question by which the network asks for us.' },
  identity_token_required: { status: 403, title: 'Only a signed-in person may do this; an API key may not.' },
  scope_required: { status: 403, title: 'The API key lacks a scope that this needs.' },
  plan_required: { status: 403, title: 'The plan does not include this.' },
  role_required: { status: 403, title: 'Your role does not allow this.' },
  profile_forbidden: { status: 403, title: 'The profile is outside your reach.' },
  profile_invite_for_another: { status: 403, title: 'The invitation was made for another address.' },
  feature_off: { status: 403, title: 'This feature is not switched on for you.' },
  profile_role_required: { status: 403, title: 'Your role on this profile does not allow this.' },
  key_limited_to_profiles: { status: 403, title: 'An API key that is limited to certain profiles may not do this.' },
  mfa_required: { status: 403, title: 'This needs a code of your second factor.' },
  mfa_code_invalid: { status: 403, title: 'The code of the second factor is not valid.' },
  mfa_enrolment_required: { status: 403, title: 'This needs a second factor, and you have none yet.' },
  reauthentication_required: { status: 403, title: 'This needs a sign-in within the last 15 minutes.' },
  sign_up_closed: { status: 403, title: 'This installation takes no new accounts.' },
  invite_required: { status: 403, title: 'A new account needs an invitation.' },
  setup_code_required: { status: 403, title: 'The first account needs the setup code that start printed.' },
  origin_forbidden: { status: 403, title: 'Pages of this origin may not use the session cookie.' },
  api_key_forbidden: { status: 403, title: 'The API key belongs to somebody else.' },
  webhook_forbidden: { status: 403, title: 'The webhook endpoint is outside your reach.' },
  media_forbidden: { status: 403, title: 'The file belongs to somebody else.' },
  post_forbidden: { status: 403, title: 'The post is outside your reach.' },
  post_not_submittable: {
    status: 403,
    title: 'Only a post that is draft, scheduled or failed can be put into the queue.',
  },
  posts_stay_published: { status: 403, title: 'Posts are never deleted from the networks by us.' },

  route_not_found: { status: 404, title: 'There is nothing at this address.' },
  profile_not_found: { status: 404, title: 'There is no such profile.' },
  profile_member_not_found: { status: 404, title: 'This person is no member of the profile.' },
  profile_invite_not_found: { status: 404, title: 'There is no such invitation, or it is no longer good.' },
  profile_link_not_found: { status: 404, title: 'There is no such profile link.' },
  flag_not_found: { status: 404, title: 'There is no such feature flag.' },
  api_key_not_found: { status: 404, title: 'There is no such API key.' },
  platform_not_found: { status: 404, title: 'There is no such platform.' },
  platform_without_webhooks: { status: 404, title: 'This platform tells us nothing by itself.' },
  deletion_not_found: { status: 404, title: 'There is no request for deletion with this code.' },
  account_not_found: { status: 404, title: 'There is no such connected account.' },
  media_not_found: { status: 404, title: 'There is no such file.' },
  page_not_found: { status: 404, title: 'No consent that was given for this profile is good for such a page.' },
  post_not_found: { status: 404, title: 'There is no such post.' },
  webhook_not_found: { status: 404, title: 'There is no such webhook endpoint.' },
  webhook_delivery_not_found: { status: 404, title: 'This endpoint has no such delivery.' },
  post_target_not_found: { status: 404, title: 'The post has no such target.' },
  media_link_invalid: { status: 404, title: 'This address of a file is unknown, used up or expired.' },

  method_not_allowed: { status: 405, title: 'This address does not take that method; `Allow` lists those it takes.' },
  not_acceptable: { status: 406, title: 'The answer is only to be had as application/json.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.' },

  email_taken: { status: 409, title: 'An account with this email exists already.' },
  email_already_verified: { status: 409, title: 'Your address is confirmed already.' },
  email_not_verified: { status: 409, title: 'Your address is not confirmed yet.' },
  last_superadmin: { status: 409, title: 'The last superadmin cannot leave; name another first.' },
  managed_by_identity_provider: {
    status: 409,
    title: 'The identity provider of this installation takes care of that.',
  },
  mfa_enrolment_not_started: { status: 409, title: 'No second factor is waiting to be verified.' },
  plan_limit_reached: { status: 409, title: 'The plan allows no more of these.' },
  profile_busy: { status: 409, title: 'Something is being published from this profile right now.' },
  profile_not_in_trash: { status: 409, title: 'The profile is not in the trash.' },
  profile_owner_stays: { status: 409, title: 'The owner of a profile cannot be changed or removed.' },
  profile_member_exists: { status: 409, title: 'This person is a member already.' },
  profile_people_limit: { status: 409, title: 'The profile has as many members and open invitations as it may.' },
  profile_invite_for_members: { status: 409, title: 'This invitation makes a member; accept it first.' },
  profile_invite_without_role: { status: 409, title: 'This invitation makes nobody a member.' },
  profile_link_exists: { status: 409, title: 'These two profiles are linked already.' },
  profile_link_cycle: { status: 409, title: 'The link would make a profile its own ancestor.' },
  profile_link_depth: { status: 409, title: 'The chain of links would be deeper than allowed.' },
  profile_link_owners: { status: 409, title: 'Only profiles of one owner can be linked.' },
  account_in_use: { status: 409, title: 'Somebody else has connected this account here.' },
  account_not_connected: { status: 409, title: 'The account is not connected any more.' },
  oauth_account_differs: { status: 409, title: 'Somebody else signed in than the one whose account this is.' },
  network_app_missing: { status: 409, title: 'The operator has registered no app at this network yet.' },
  network_unsupported: { status: 409, title: 'This network is not to be had here yet.' },
  page_unusable: { status: 409, title: 'The page cannot be posted to as it is.' },
  post_wrong_status: { status: 409, title: 'The post cannot do that from its present status.' },
  post_not_draft: { status: 409, title: 'Only a draft can do that.' },
  post_not_editable: { status: 409, title: 'The post is being published and cannot be changed now.' },
  post_in_trash: { status: 409, title: 'The post is in the trash; restore it first.' },
  post_not_in_trash: { status: 409, title: 'The post is not in the trash.' },
  post_not_stuck: { status: 409, title: 'The post is not stuck: it has not been on its way for over 5 minutes.' },
  nothing_to_retry: { status: 409, title: 'Nothing of the post has failed.' },
  nothing_to_expand: { status: 409, title: 'The post has reached all of these already, or is on its way there.' },
  outcome_unknown: {
    status: 409,
    title: 'It is not known whether it is out. Look there, then say so with `resolve`.',
  },
  media_in_use: { status: 409, title: 'A post still uses this file.' },
  webhook_event_gone: { status: 409, title: 'The event is older than events are kept, so it cannot be sent again.' },
  media_not_uploaded: { status: 409, title: 'Nothing has been put at the upload address yet.' },
  answer_shown_once: {
    status: 409,
    title: 'This was done before, and its answer held a secret that is shown only once.',
  },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is under way.' },

  precondition_failed: { status: 412, title: 'It has changed since you read it.' },
  body_too_large: { status: 413, title: 'The body is larger than allowed.' },
  media_too_large: { status: 413, title: 'The file is larger than 500 MB.' },
  uri_too_long: { status: 414, title: 'The address is longer than allowed.' },
  unsupported_media_type: { status: 415, title: 'The body is not of the type that is taken here.' },
  range_not_satisfiable: { status: 416, title: 'The file is shorter than the part that was asked for.' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for a different request.' },
  rate_limited: { status: 429, title: 'Too many requests; wait as long as `retryAfterMs` says.' },
  too_many_uploads: {
    status: 429,
    title: 'You have as many upload addresses open as one may have. Put files there first, or wait until they end.',
  },
  too_many_streams: { status: 429, title: 'You have as many streams of events open as one may have.' },
  sign_in_paused: {
    status: 429,
    title: 'Too many wrong passwords for this account, or from your network; wait as long as `retryAfterMs` says.',
  },
  mfa_paused: { status: 429, title: 'Too many wrong codes; wait as long as `retryAfterMs` says.' },
  headers_too_large: { status: 431, title: 'The request headers are larger than allowed.' },

  internal_error: { status: 500, title: 'Something went wrong on our side. The requestId finds it in the log.' },
  identity_provider_unavailable: {
    status: 503,
    title: 'The identity provider does not answer, so its token cannot be checked. Try again shortly.',
  },
  storage_unavailable: {
    status: 503,
    title: 'The storage for files does not answer; nothing was changed. Try again shortly.',
  },
  network_misconfigured: {
    status: 503,
    title: 'This installation is set to find the network where it is not.',
  },
  network_unavailable: {
    status: 503,
    title: 'The network does not answer, or asks us to wait; nothing was changed. Try again shortly.',
  },
  streams_full: { status: 503, title: 'This server takes no more streams of events now. Try again shortly.' },
  media_busy: { status: 503, title: 'More files are being looked at than fit. Try again shortly.' },
  database_unavailable: { status: 503, title: 'The database does not answer; nothing was changed. Try again shortly.' },
} as const satisfies Record<string, { status: number; title: string }>

export type RefusalCode = keyof typeof refusals

/** One fault of the input: where (a JSON Pointer), a stable code, and what would be right. */
export interface Fault {
  readonly path: string
  readonly code: string
  readonly message: string
  /** What would be right, where it can be said. */
  readonly fix?: string
  /** Where it is one of several networks that makes it a fault. */
  readonly platform?: string
  /** The account there, by its id on the wire. */
  readonly accountId?: string
}

/** So many are listed in an answer: as many as a person will mend before trying again. A body can have a hundred thousand. */
export const mostFaults = 100

export interface RefusalInfo {
  /** What is wrong and what would be right, for this request. */
  readonly detail?: string
  readonly errors?: readonly Fault[]
  /** What could be done, if the client says so. */
  readonly warnings?: readonly Fault[]
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

/** Says no to the client. The whole answer follows from the code and what is given here. */
export function refuse(code: RefusalCode, info: RefusalInfo = {}): never {
  throw new Refusal(code, info)
}

/** Refuses input that has the right shape but a value that cannot be taken. */
export function refuseInput(...errors: readonly Fault[]): never {
  throw new Refusal('validation_failed', { errors, detail: errors.map((fault) => fault.message).join(' ') })
}
