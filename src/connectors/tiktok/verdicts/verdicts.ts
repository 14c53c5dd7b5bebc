import type { Failure, Verdict, WaitCode } from '#connectors/connector.ts'
import { jsonOf, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { operatorProblem, reauth, refused, refusedInWords } from '#connectors/verdicts/verdicts.ts'
import { logIdOf, parse } from './parse-error.ts'

/**
 * Returns the verdict on an error by TikTok's code. The message includes the log ID, because TikTok support asks for
 * it.
 */
export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  const hasFailed = parse(failure)?.code?.startsWith('failed:') ?? false
  const verdict = waited(failure, now) ?? fromTable(failure, step) ?? inTheirWords(failure)
  const log = verdict && ['refused', 'operator'].includes(verdict.is) ? logIdOf(failure) : null
  const verdictWithLog =
    verdict && log !== null ? { ...verdict, why: `${verdict.why} (TikTok log ID: ${log})` } : verdict
  if (!hasFailed || !verdictWithLog) return verdictWithLog
  // A post that failed because of a limit is sent again, and that response says when to retry.
  if (verdictWithLog.is === 'retry') return { ...asNew, nothingOut: true }
  return verdictWithLog.is === 'refused' || verdictWithLog.is === 'again'
    ? { ...verdictWithLog, nothingOut: true }
    : verdictWithLog
}

const uploading = ['send', 'sendLast'] as const
const asking = ['await', 'look', 'number'] as const

const quotedMax = 300

const signInAgain = 'TikTok rejected the sign-in. Start again.'
const gone = 'We’ve lost access to this TikTok account. Reconnect it.'
const ticked =
  'A permission is missing: video.publish for posts, video.upload for drafts, or video.list for metrics. Connect ' +
  'the account again and grant all of them.'
const appUnknown = 'TikTok doesn’t recognize the app. Check TIKTOK_CLIENT_ID and TIKTOK_CLIENT_SECRET.'
const lookAgain: Verdict = { is: 'again', from: 'look', why: 'TikTok no longer accepts the upload at this URL.' }
const asNew = {
  is: 'again',
  from: 'afresh',
  why: 'TikTok couldn’t process the post. Sending it again as a new one.',
} as const
const unseen: Verdict = { is: 'retry', of: 'call', why: 'TikTok is having a temporary problem.' }

const banned = refused(
  'account_banned_from_posting',
  'TikTok has banned this account from posting. Appeal the ban in the TikTok app.',
)
const spam = refused(
  'taken_for_spam',
  'TikTok considers the post spam or a violation of its rules. Change the post, or publish it in the TikTok app.',
)
const format = refused('media_refused', 'TikTok could not process the file. Use an MP4 with H.264, or another image.')
const duration = refused(
  'video_too_long',
  'The video is shorter or longer than TikTok allows for this account. Use a video of another length.',
)
const frames = refused('video_frame_rate', 'TikTok requires videos with 23 to 60 frames per second. Use another video.')
const pictureSize = refused(
  'media_too_large',
  'TikTok requires videos with 360 to 4096 pixels on each side, and images of at most 1080p. Resize the file.',
)

export const rows: readonly VerdictRow[] = [
  // Signing in.
  { when: { code: 'invalid_client' }, verdict: operatorProblem(appUnknown, 'app_unknown') },
  { when: { code: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_request' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'access_denied' }, verdict: reauth(signInAgain) },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'invalid_request' }, on: ['refresh'], verdict: unseen },
  { when: { code: 'server_error' }, verdict: unseen },
  {
    when: { code: 'invalid_scope' },
    verdict: operatorProblem(
      'The app isn’t allowed to request all of its scopes. Check its products and scopes at TikTok, or set ' +
        'TIKTOK_SCOPES.',
      'app_not_allowed',
    ),
  },
  {
    when: { code: 'unsupported_grant_type' },
    verdict: operatorProblem('TikTok no longer supports this type of sign-in. Update Posthorn.', 'version_ended'),
  },

  // The video upload. Its host does not return the API's codes.
  { when: { status: 400 }, on: uploading, verdict: lookAgain },
  { when: { status: 403 }, on: uploading, verdict: lookAgain },
  { when: { status: 404 }, on: uploading, verdict: lookAgain },
  { when: { status: 416 }, on: uploading, verdict: lookAgain },

  // The token and its scopes.
  { when: { code: 'access_token_invalid' }, verdict: reauth(gone) },
  { when: { code: 'scope_not_authorized' }, verdict: reauth(ticked, 'permission_missing') },
  { when: { code: 'scope_permission_missed' }, verdict: reauth(ticked, 'permission_missing') },
  { when: { code: 'failed:auth_removed' }, verdict: reauth(gone) },

  // Our app at TikTok.
  {
    when: { code: 'unaudited_client_can_only_post_to_private_accounts' },
    verdict: refused(
      'app_not_audited',
      'TikTok hasn’t audited the app. Until it does, the app can only publish with SELF_ONLY and to private ' +
        'accounts. Set the account to private in the TikTok app, or apply for the audit.',
    ),
  },
  {
    when: { code: 'url_ownership_unverified' },
    verdict: refused(
      'url_not_verified',
      'TikTok fetches images only from URLs that are verified for the app. Add PUBLIC_URL to the app’s URL ' +
        'properties at TikTok. Videos don’t need this.',
    ),
  },

  // The user's choices.
  {
    when: { code: 'privacy_level_option_mismatch' },
    verdict: refusedInWords(
      'privacy_level_not_offered',
      'The account doesn’t offer this privacyLevel. Choose another one',
    ),
  },
  {
    when: { code: 'interaction_disabled' },
    verdict: refusedInWords(
      'interaction_disabled',
      'The account has turned off an interaction that the post allows. Set it to false',
    ),
  },

  // The post itself.
  { when: { code: 'spam_risk_user_banned_from_posting' }, verdict: banned },
  { when: { code: 'failed:spam_risk_user_banned_from_posting' }, verdict: banned },
  { when: { code: 'spam_risk_text' }, verdict: spam },
  { when: { code: 'failed:spam_risk_text' }, verdict: spam },
  { when: { code: 'spam_risk' }, verdict: spam },
  { when: { code: 'failed:spam_risk' }, verdict: spam },
  {
    when: { code: 'duration_check_failed' },
    verdict: refusedInWords('video_too_long', 'The video is longer than TikTok allows'),
  },
  { when: { code: 'failed:duration_check_failed' }, verdict: duration },
  { when: { code: 'failed:file_format_check_failed' }, verdict: format },
  { when: { code: 'failed:frame_rate_check_failed' }, verdict: frames },
  { when: { code: 'failed:picture_size_check_failed' }, verdict: pictureSize },
  {
    when: { code: 'failed:publish_cancelled' },
    verdict: refused('publish_cancelled', 'The post was cancelled at TikTok. Publish it again if that was a mistake.'),
  },
  {
    when: { code: 'failed:app_version_check_failed' },
    verdict: refused('app_too_old', 'The account’s TikTok app is too old for drafts. Update the app, then retry.'),
  },
  { when: { code: 'failed:internal' }, verdict: asNew },
  { when: { code: 'failed:video_pull_failed' }, verdict: asNew },
  { when: { code: 'failed:photo_pull_failed' }, verdict: asNew },
  { when: { code: 'invalid_params' }, verdict: refusedInWords('refused_by_network', 'TikTok rejected the post') },
  { when: { code: 'invalid_param' }, verdict: refusedInWords('refused_by_network', 'TikTok rejected the post') },
  { when: { code: 'invalid_file_upload' }, verdict: refusedInWords('media_refused', 'TikTok rejected the file') },
  {
    when: { code: 'invalid_publish_id' },
    on: asking,
    verdict: refusedInWords(
      'post_unknown',
      'TikTok no longer has the post. Check in the TikTok app whether it was published',
    ),
  },
  {
    when: { code: 'token_not_authorized_for_specified_publish_id' },
    on: asking,
    verdict: refusedInWords(
      'post_unknown',
      'TikTok reports that the post belongs to another account. Check in the TikTok app whether it was published',
    ),
  },
  {
    when: { code: 'internal_error' },
    on: ['photos'],
    verdict: { is: 'doubt', why: 'TikTok has a temporary problem but may have accepted the post.' },
  },
  { when: { code: 'internal_error' }, verdict: unseen },
]

const fromTable = readTable(rows, parse)

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The delays by error code. TikTok does not state a duration except in an optional header. */
export const waits: Readonly<
  Record<string, readonly [of: 'account' | 'app', ms: number, why: string, code?: WaitCode]>
> = {
  rate_limit_exceeded: ['account', minuteMs, 'This account has reached TikTok’s rate limit.'],
  spam_risk_too_many_posts: ['account', dayMs, 'The account has reached TikTok’s daily limit for posts from apps.'],
  spam_risk_too_many_pending_share: [
    'account',
    dayMs,
    'The account’s inbox has five pending drafts, the most that TikTok allows per day.',
    'drafts_full',
  ],
  // Accounts that have already posted today may continue, so only this account waits.
  reached_active_user_cap: [
    'account',
    hourMs,
    'TikTok hasn’t audited the app, so only five accounts per day may post through it.',
    'app_accounts_full',
  ],
}

function waited(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered') return null
  const code = parse(failure)?.code?.replace(/^failed:/, '') ?? ''
  const known = Object.hasOwn(waits, code) ? waits[code] : undefined
  if (!known) return null
  const [of, ms, why, cause] = known
  const retryAfterSeconds = Number(failure.headers['retry-after'])
  const waitMs =
    Number.isFinite(retryAfterSeconds) && retryAfterSeconds > 0 ? Math.min(retryAfterSeconds * 1_000, dayMs) : ms
  return { is: 'retry', of, until: new Date(now.getTime() + waitMs), why, ...(cause && { code: cause }) }
}

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || failure.status === null || (failure.status >= 401 && failure.status !== 403))
    return null
  const isTheirs = jsonOf(failure) !== null
  if (!isTheirs && failure.status >= 400)
    return { is: 'retry', of: 'call', why: 'A server in front of TikTok responded instead of TikTok.' }
  const { code, message } = parse(failure) ?? {}
  if (failure.code === 'unreadable' || !code || code === 'ok') return null
  const reason = code.replace(/^failed:/, '')
  return refused('refused_by_network', `TikTok rejected the post: “${(message ?? reason).slice(0, quotedMax)}”`)
}
