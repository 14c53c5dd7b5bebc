import { signInRefusals } from './refusals/sign-in.ts'
import { talkRefusals } from './refusals/talk.ts'

/**
 * Lists every refusal that a client can receive. The key is the stable `code` that programs switch on. It is never
 * renamed or reused. `docs/errors.md` is printed from this table. Any other exception is a bug in Posthorn and becomes
 * a generic 500 response.
 */
export const refusals = {
  warnings_unconfirmed: { status: 400, title: 'The post has unconfirmed warnings. See `warnings`.' },
  validation_failed: { status: 400, title: 'The request is invalid. See `errors`.' },
  malformed_json: { status: 400, title: 'The body isn’t valid JSON.' },
  bulk_edit_too_many: { status: 400, title: 'The filter matches too many posts for one edit.' },
  csv_unreadable: { status: 400, title: 'The file isn’t a UTF-8 CSV.' },
  csv_too_many_rows: { status: 400, title: 'The file has too many rows for one import.' },
  malformed_request: { status: 400, title: 'The request isn’t valid HTTP.' },
  cursor_invalid: { status: 400, title: 'Unknown cursor for this list.' },
  mail_token_invalid: { status: 400, title: 'This code is invalid or has expired. Request a new one.' },
  multipart_invalid: { status: 400, title: 'The body isn’t a valid multipart form with exactly one file.' },
  media_empty: { status: 400, title: 'The file is empty.' },
  media_type_not_allowed: { status: 400, title: 'This file type isn’t supported.' },
  media_type_mismatch: { status: 400, title: 'The file’s content doesn’t match its name or type.' },
  media_unreadable: { status: 400, title: 'The file is damaged or incomplete.' },
  media_active_content: { status: 400, title: 'The document contains active content, such as scripts or attachments.' },
  media_too_complex: { status: 400, title: 'The image has too many pixels or frames.' },
  media_unreachable: { status: 400, title: 'Couldn’t download the file from this URL.' },
  network_refused_credentials: { status: 400, title: 'The network rejected these credentials.' },
  network_refused: { status: 400, title: 'The network rejected this account.' },
  signed_request_invalid: { status: 400, title: 'The `signed_request` wasn’t signed by the network.' },
  oauth_state_invalid: {
    status: 400,
    title: 'This sign-in has expired or was started in another browser. Start again.',
  },
  access_denied: { status: 400, title: 'You declined access on the network, so nothing was connected.' },
  scopes_missing: { status: 400, title: 'A permission needed for publishing wasn’t granted.' },
  no_usable_page: { status: 400, title: 'None of the pages you selected can be used for posting.' },
  platform_connects_directly: {
    status: 400,
    title: 'This network doesn’t use OAuth. Connect with credentials instead.',
  },
  granularity_too_fine: { status: 400, title: 'The period is too long for hourly data.' },
  webhook_url_not_allowed: { status: 400, title: 'Webhooks can’t be sent to this URL.' },
  webhook_url_immutable: { status: 400, title: 'A webhook’s URL can’t be changed.' },
  webhook_secret_invalid: { status: 400, title: 'The secret must be `whsec_` followed by a base64 value.' },
  cron_too_frequent: { status: 400, title: 'The schedule runs too often.' },
  authorization_request_invalid: { status: 400, title: 'The app sent an invalid access request.' },
  network_address_unusable: { status: 400, title: 'No server for this network found at this URL.' },

  unauthenticated: { status: 401, title: 'A valid API key or identity token is required.' },
  cron_secret_invalid: { status: 401, title: 'The cron secret is wrong or not set.' },
  chat_secret_invalid: { status: 401, title: 'The request isn’t from the chat app.' },
  webhook_signature_invalid: { status: 401, title: 'The request isn’t signed by the network.' },
  invalid_credentials: { status: 401, title: 'Incorrect email or password.' },
  refresh_token_invalid: { status: 401, title: 'Your session has expired. Sign in again.' },

  chat_not_configured: { status: 409, title: 'A server administrator hasn’t set up this chat.' },
  chat_not_connected: { status: 404, title: 'You haven’t linked a workspace.' },
  slack_enterprise_unsupported: {
    status: 400,
    title:
      'Slack installed the app for a whole organization, which Posthorn doesn’t support. Install it in a single ' +
      'workspace.',
  },
  slack_rotation_unsupported: {
    status: 400,
    title:
      'The Slack app rotates its tokens (token_rotation_enabled), which Posthorn doesn’t support. Slack can’t ' +
      'turn this off again, so create another app from the manifest, which sets it to false.',
  },
  webhook_challenge_refused: { status: 403, title: 'The challenge doesn’t contain this installation’s verify token.' },
  ...signInRefusals,
  ...talkRefusals,
  identity_token_required: { status: 403, title: 'You need to be signed in to do this. API keys can’t.' },
  scope_required: { status: 403, title: 'The API key is missing a required scope.' },
  plan_required: { status: 403, title: 'Your plan doesn’t include this feature.' },
  user_disabled: { status: 403, title: 'An administrator disabled your account.' },
  role_required: { status: 403, title: 'Your role doesn’t allow this.' },
  profile_forbidden: { status: 403, title: 'You don’t have access to this brand.' },
  profile_invite_for_other_networks: { status: 403, title: 'This invitation is for other networks.' },
  profile_invite_for_another: { status: 403, title: 'This invitation was sent to a different email.' },
  feature_off: { status: 403, title: 'This feature is turned off for you.' },
  profile_role_required: { status: 403, title: 'Your role on this brand doesn’t allow this.' },
  view_creator_required: { status: 403, title: 'Only the person who saved this view can make it private.' },
  key_limited_to_profiles: { status: 403, title: 'API keys limited to specific brands can’t do this.' },
  address_forbidden: {
    status: 403,
    title:
      'The request’s Host header doesn’t match this installation, or the request comes from a page on another origin.',
  },
  origin_forbidden: { status: 403, title: 'Pages on this origin can’t use the session cookie.' },
  session_forbidden: { status: 403, title: 'This session belongs to another user.' },
  app_forbidden: { status: 403, title: 'This app is connected to another user.' },
  api_key_forbidden: { status: 403, title: 'The API key belongs to another user.' },
  webhook_forbidden: { status: 403, title: 'You don’t have access to this webhook.' },
  media_forbidden: { status: 403, title: 'The file belongs to another user.' },
  approval_by_author: { status: 403, title: 'You can’t approve a post that you wrote or edited.' },
  post_forbidden: { status: 403, title: 'You don’t have access to this post.' },
  post_not_submittable: { status: 403, title: 'Only draft, scheduled or failed posts can be published.' },
  posts_stay_published: { status: 403, title: 'Posthorn never deletes published posts from networks.' },

  route_not_found: { status: 404, title: 'Unknown endpoint.' },
  stock_not_set_up: { status: 404, title: 'A server administrator hasn’t set up this provider of photos or GIFs.' },
  stock_photo_not_found: { status: 404, title: 'The provider doesn’t have this photo or GIF.' },
  chat_not_found: { status: 404, title: 'This chat isn’t linked to your account.' },
  alert_not_found: { status: 404, title: 'Alert not found.' },
  ticket_not_found: { status: 404, title: 'Ticket not found.' },
  cron_not_found: { status: 404, title: 'Scheduled job not found.' },
  profile_not_found: { status: 404, title: 'Brand not found.' },
  profile_member_not_found: { status: 404, title: 'This user isn’t a member of this brand.' },
  profile_invite_not_found: { status: 404, title: 'This invitation is no longer valid.' },
  profile_link_not_found: { status: 404, title: 'Brand link not found.' },
  mail_template_not_found: { status: 404, title: 'Email template not found.' },
  self_test_run_not_found: { status: 404, title: 'Self-test run not found.' },
  directory_group_not_found: { status: 404, title: 'Group not found.' },
  user_not_found: { status: 404, title: 'User not found.' },
  secret_not_found: { status: 404, title: 'Unknown secret name.' },
  flag_not_found: { status: 404, title: 'Feature flag not found.' },
  session_not_found: { status: 404, title: 'Session not found or already ended.' },
  app_not_found: { status: 404, title: 'App not found or no longer connected.' },
  device_code_not_found: { status: 404, title: 'This code isn’t valid. Codes expire after 10 minutes.' },
  api_key_not_found: { status: 404, title: 'API key not found.' },
  platform_not_found: { status: 404, title: 'Unknown network.' },
  platform_without_webhooks: { status: 404, title: 'This network doesn’t send webhooks to Posthorn.' },
  deletion_not_found: { status: 404, title: 'Deletion request not found.' },
  account_not_found: { status: 404, title: 'Account not found.' },
  account_set_not_found: { status: 404, title: 'Account set not found.' },
  saved_text_not_found: { status: 404, title: 'Saved text not found.' },
  mention_not_found: { status: 404, title: 'Mention not found.' },
  label_not_found: { status: 404, title: 'Label not found.' },
  calendar_source_not_found: { status: 404, title: 'Holiday calendar not found.' },
  idea_not_found: { status: 404, title: 'Idea not found.' },
  idea_stage_not_found: { status: 404, title: 'Stage of ideas not found.' },
  calendar_note_not_found: { status: 404, title: 'Calendar note not found.' },
  view_not_found: { status: 404, title: 'View not found.' },
  slot_plan_not_found: { status: 404, title: 'Plan of posting times not found.' },
  media_not_found: { status: 404, title: 'File not found.' },
  page_not_found: { status: 404, title: 'This page isn’t part of the access you granted.' },
  bulk_edit_not_found: { status: 404, title: 'This bulk edit can’t be undone. You have 10 minutes.' },
  post_not_found: { status: 404, title: 'Post not found.' },
  webhook_not_found: { status: 404, title: 'Webhook not found.' },
  webhook_delivery_not_found: { status: 404, title: 'Delivery not found.' },
  share_link_not_found: { status: 404, title: 'This share link has expired or was revoked.' },
  calendar_feed_not_found: { status: 404, title: 'This calendar feed was revoked.' },
  post_comment_not_found: { status: 404, title: 'Comment not found.' },
  post_target_not_found: { status: 404, title: 'This post doesn’t go to that account.' },
  recurring_rule_not_found: { status: 404, title: 'Recurring post not found.' },
  occurrence_not_found: { status: 404, title: 'This recurring post isn’t scheduled at that time.' },
  media_link_invalid: { status: 404, title: 'This file link has expired or was already used.' },

  method_not_allowed: {
    status: 405,
    title: 'This URL doesn’t support the method. `Allow` lists the supported methods.',
  },
  not_acceptable: { status: 406, title: 'This endpoint only produces application/json.' },
  request_timeout: { status: 408, title: 'Request timed out.' },

  installation_claimed: { status: 409, title: 'This installation already has an owner.' },
  cron_runs_now: { status: 409, title: 'This job is already starting.' },
  ticket_unanswerable: { status: 409, title: 'This user has no email address.' },
  email_taken: { status: 409, title: 'There’s already an account with this email.' },
  email_already_verified: { status: 409, title: 'Your email is already confirmed.' },
  email_not_verified: { status: 409, title: 'Your email isn’t confirmed yet.' },
  self_tests_running: { status: 409, title: 'Self-tests are already running. Wait for them to finish.' },
  email_missing: { status: 409, title: 'Your account has no email.' },
  own_user: { status: 409, title: 'You can’t do this to your own account.' },
  secret_exists: { status: 409, title: 'This secret already has a value. Replace it instead.' },
  secret_not_set: { status: 409, title: 'This secret isn’t set.' },
  secret_in_force: { status: 409, title: 'This secret is still in use. Revoke it and restart first.' },
  secrets_contradict: { status: 409, title: 'These secrets cause errors in the settings. Nothing was changed.' },
  last_superadmin: { status: 409, title: 'You can’t remove the last superadmin. Make someone else superadmin first.' },
  managed_by_identity_provider: { status: 409, title: 'Your identity provider manages this.' },
  plan_limit_reached: { status: 409, title: 'You’ve reached your plan’s limit.' },
  profile_busy: { status: 409, title: 'A post on this brand is publishing right now.' },
  profile_not_in_trash: { status: 409, title: 'This brand isn’t in the trash.' },
  profile_owner_stays: { status: 409, title: 'A brand’s owner can’t be changed or removed.' },
  profile_member_exists: { status: 409, title: 'This user is already a member.' },
  profile_people_limit: { status: 409, title: 'This brand has reached its limit of members and invitations.' },
  profile_invite_for_members: { status: 409, title: 'Accept this invitation first.' },
  profile_invite_without_role: { status: 409, title: 'This invitation is only for connecting an account.' },
  profile_link_exists: { status: 409, title: 'These brands are already linked.' },
  profile_link_cycle: { status: 409, title: 'This link would create a loop.' },
  profile_link_depth: { status: 409, title: 'Too many linked levels.' },
  profile_link_owners: { status: 409, title: 'You can only link brands with the same owner.' },
  account_in_use: { status: 409, title: 'Someone else has already connected this account.' },
  account_not_connected: { status: 409, title: 'This account is no longer connected.' },
  oauth_account_differs: { status: 409, title: 'You signed in to a different account.' },
  network_mode_unusable: { status: 409, title: 'This network can’t be used in this mode here.' },
  network_app_missing: { status: 409, title: 'A server administrator hasn’t set up this network yet.' },
  network_unsupported: { status: 409, title: 'This network isn’t available on this server.' },
  page_unusable: { status: 409, title: 'Posthorn can’t post to this page. Check the page’s settings.' },
  saved_texts_full: { status: 409, title: 'This brand has reached its limit of saved texts.' },
  automatic_text_exists: { status: 409, title: 'This brand already has a signature for new posts.' },
  mention_exists: { status: 409, title: 'This brand’s mention book already has this name.' },
  mentions_full: { status: 409, title: 'This brand’s mention book is full.' },
  account_sets_full: { status: 409, title: 'This brand has reached its limit of account sets.' },
  view_exists: { status: 409, title: 'This brand already has a view with this name.' },
  calendar_sources_full: { status: 409, title: 'This brand has reached its limit of holiday calendars.' },
  calendar_source_exists: { status: 409, title: 'This brand already subscribes to this calendar.' },
  ideas_full: { status: 409, title: 'This brand has reached its limit of ideas.' },
  idea_has_post: { status: 409, title: 'A post has already been made from this idea.' },
  idea_neighbor_moved: { status: 409, title: 'The idea that this one should precede has moved or is deleted.' },
  idea_stages_full: { status: 409, title: 'This brand has reached its limit of stages of ideas.' },
  idea_stage_exists: { status: 409, title: 'This brand already has a stage of ideas with this name.' },
  idea_stage_not_empty: { status: 409, title: 'This stage still has ideas.' },
  idea_stage_last: { status: 409, title: 'This is the only stage of ideas.' },
  calendar_notes_full: { status: 409, title: 'This brand has reached its limit of calendar notes.' },
  views_full: { status: 409, title: 'This brand has reached its limit of views.' },
  label_exists: { status: 409, title: 'This brand already has a label with this name.' },
  slot_plans_full: { status: 409, title: 'This brand has reached its limit of plans of posting times.' },
  slot_plan_full: { status: 409, title: 'The plan has too few free posting times.' },
  slot_not_free: { status: 409, title: 'This isn’t a free posting time of the plan.' },
  labels_full: { status: 409, title: 'This brand has reached its limit of labels.' },
  calendar_feeds_full: { status: 409, title: 'You’ve reached the calendar feed limit for this brand.' },
  api_keys_full: { status: 409, title: 'You’ve reached the API key limit.' },
  share_links_full: { status: 409, title: 'This post has reached its share link limit.' },
  recurring_rules_full: { status: 409, title: 'This brand has reached its recurring post limit.' },
  occurrences_full: { status: 409, title: 'This recurring post has reached its limit of skipped and moved dates.' },
  post_texts_full: { status: 409, title: 'The owner’s posts have reached the text storage limit.' },
  approval_not_required: { status: 409, title: 'This brand doesn’t use approvals.' },
  approval_by_same_person: {
    status: 409,
    title: 'Someone with your email address approved another step. Another person has to approve this one.',
  },
  approval_not_your_turn: { status: 409, title: 'It isn’t your turn to approve this post.' },
  approval_outdated: { status: 409, title: 'This post was edited. Review it again before approving.' },
  post_wrong_status: { status: 409, title: 'You can’t do this while the post has this status.' },
  post_not_draft: { status: 409, title: 'You can only do this with drafts.' },
  post_not_editable: { status: 409, title: 'This post is publishing and can’t be edited.' },
  post_not_scheduled: { status: 409, title: 'Only scheduled or queued posts can be rescheduled.' },
  post_without_time: { status: 409, title: 'This post has no saved time.' },
  post_in_trash: { status: 409, title: 'This post is in the trash. Restore it first.' },
  post_not_in_trash: { status: 409, title: 'This post isn’t in the trash.' },
  post_not_stuck: { status: 409, title: 'This post has been publishing for less than 5 minutes.' },
  nothing_to_retry: { status: 409, title: 'Nothing to retry.' },
  nothing_to_expand: { status: 409, title: 'This post is already published or publishing to all of these networks.' },
  outcome_unknown: {
    status: 409,
    title: 'We can’t tell if this was published. Check the network, then confirm with `resolve`.',
  },
  recurring_rule_cancelled: { status: 409, title: 'This recurring post was deleted.' },
  recurring_rule_ended: { status: 409, title: 'This recurring post has ended.' },
  media_in_use: { status: 409, title: 'This file is used in a post.' },
  webhook_event_gone: { status: 409, title: 'This event is too old. Events are kept for 30 days.' },
  sandbox_off: { status: 409, title: 'The sandbox isn’t running.' },
  media_not_uploaded: { status: 409, title: 'Nothing has been uploaded to this URL yet.' },
  answer_shown_once: {
    status: 409,
    title: 'This request already succeeded. Its response included a secret that’s shown only once.',
  },
  idempotency_in_progress: { status: 409, title: 'A request with this Idempotency-Key is in progress.' },
  idempotency_answer_lost: { status: 409, title: 'The request took effect, but its response was lost.' },

  precondition_failed: { status: 412, title: 'This has changed since you loaded it.' },
  body_too_large: { status: 413, title: 'The request body is too large.' },
  media_too_large: { status: 413, title: 'The file is larger than 500 MB.' },
  uri_too_long: { status: 414, title: 'The URL is too long.' },
  unsupported_media_type: { status: 415, title: 'This endpoint doesn’t accept this type of body.' },
  range_not_satisfiable: { status: 416, title: 'The requested range is beyond the end of the file.' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for a different request.' },
  ai_quota_exhausted: { status: 429, title: 'You’ve used all your captions this month.' },
  rate_limited: { status: 429, title: 'Too many requests. Retry after `retryAfterMs`.' },
  stock_limit: { status: 429, title: 'The provider’s request limit is reached. Retry after `retryAfterMs`.' },
  analytics_refreshed_lately: { status: 429, title: 'Refreshed less than a minute ago. Retry after `retryAfterMs`.' },
  mails_used_up: {
    status: 429,
    title: 'You’ve sent too many emails to other people today. Retry after `retryAfterMs`.',
  },
  approval_requested_lately: {
    status: 429,
    title: 'Approval was requested less than an hour ago. Retry after `retryAfterMs`.',
  },
  too_many_uploads: { status: 429, title: 'You have too many unused upload URLs. Use them or wait until they expire.' },
  media_suspended: {
    status: 429,
    title:
      'Two files took more time or memory than is allowed, so no files are accepted for this account at the moment. ' +
      'Wait for `retryAfterMs`.',
  },
  too_many_streams: { status: 429, title: 'You have too many event streams open. Close one.' },
  headers_too_large: { status: 431, title: 'The request headers are too large.' },

  internal_error: { status: 500, title: 'Something went wrong on our side. Find this requestId in the log.' },
  identity_provider_unavailable: { status: 503, title: 'The identity provider isn’t responding. Try again shortly.' },
  sandbox_unavailable: { status: 503, title: 'The sandbox isn’t responding. Try again shortly.' },
  storage_unavailable: { status: 503, title: 'File storage isn’t responding. Nothing was changed. Try again shortly.' },
  network_misconfigured: { status: 503, title: 'The URL configured for this network is wrong.' },
  network_unavailable: {
    status: 503,
    title: 'The network isn’t responding or is limiting requests. Nothing was changed. Try again shortly.',
  },
  streams_full: { status: 503, title: 'This server can’t open more event streams right now. Try again shortly.' },
  stock_unavailable: {
    status: 503,
    title: 'The provider isn’t responding as expected. Nothing was changed. Try again shortly.',
  },
  media_busy: { status: 503, title: 'Too many files are processing right now. Try again shortly.' },
  database_unavailable: {
    status: 503,
    title: 'The database isn’t responding or is read-only. Try again shortly with the same Idempotency-Key.',
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
