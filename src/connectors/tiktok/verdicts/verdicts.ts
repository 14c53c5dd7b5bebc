import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { logIdOf, parse } from './parse-error.ts'

/**
 * Returns the verdict on an error, by TikTok's code. The message includes the log id, since TikTok's support asks for
 * it.
 */
export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  const hasFailed = parse(failure)?.code?.startsWith('failed:') ?? false
  const verdict = waited(failure, now) ?? fromTable(failure, step) ?? inTheirWords(failure)
  const log = verdict && ['refused', 'operator'].includes(verdict.is) ? logIdOf(failure) : null
  const said = verdict && log !== null ? { ...verdict, why: `${verdict.why} (TikTok's log ${log}.)` } : verdict
  if (!hasFailed || !said) return said
  // A failed post over a limit is sent again, and that request then says when to retry.
  if (said.is === 'retry') return { ...asNew, nothingOut: true }
  return said.is === 'refused' || said.is === 'again' ? { ...said, nothingOut: true } : said
}

const uploading = ['send', 'sendLast'] as const
const asking = ['await', 'look', 'number'] as const

const reauth = (why: string): Verdict => ({ is: 'reauth', why })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })
const operator = (why: string): Verdict => ({ is: 'operator', why })

const saidMax = 300
const inWords =
  (code: string, before: string) =>
  (_: Failure, { message }: ParsedError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, saidMax)}”`)

const signInAgain = 'TikTok does not take the sign-in. Begin it once more.'
const gone = 'TikTok no longer takes the sign-in of this account. Connect it again.'
const ticked =
  'The sign-in does not cover what the post needs: video.publish for a post, video.upload for a draft, video.list for figures. Connect the account again, and leave all of it ticked.'
const appUnknown = 'TikTok does not know our app. Look at its client key and secret.'
const lookAgain: Verdict = { is: 'again', from: 'look', why: 'TikTok does not take more of the file at this address.' }
const asNew = { is: 'again', from: 'afresh', why: 'It has failed at TikTok, and may work as a new post.' } as const
const unseen: Verdict = { is: 'retry', of: 'call', why: 'TikTok has trouble of its own.' }

const banned = refused(
  'account_banned_from_posting',
  'TikTok has barred this account from posting. Its owner has to settle that there.',
)
const spam = refused(
  'taken_for_spam',
  'TikTok takes the post for spam or finds something forbidden in it. Change it, or post it in the app.',
)
const format = refused(
  'media_refused',
  'TikTok can make nothing of the file. Take an MP4 with H.264, or another picture.',
)
const duration = refused('video_too_long', 'The video is shorter or longer than TikTok takes from this account.')
const frames = refused('video_frame_rate', 'TikTok takes videos of 23 to 60 frames a second.')
const pictureSize = refused(
  'media_too_large',
  'TikTok takes videos of 360 to 4096 pixels on each side, and pictures of 1080p at most.',
)

export const rows: readonly VerdictRow[] = [
  // Signing in.
  { when: { code: 'invalid_client' }, verdict: operator(appUnknown) },
  { when: { code: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_request' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'access_denied' }, verdict: reauth(signInAgain) },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'invalid_request' }, on: ['refresh'], verdict: unseen },
  { when: { code: 'server_error' }, verdict: unseen },
  {
    when: { code: 'invalid_scope' },
    verdict: operator(
      'Our app may not ask people for all that it asks for. Look at its products and scopes at TikTok.',
    ),
  },
  {
    when: { code: 'unsupported_grant_type' },
    verdict: operator('TikTok no longer signs people in the way that we ask for.'),
  },

  // The upload of a video, whose host does not return the codes of the API.
  { when: { status: 400 }, on: uploading, verdict: lookAgain },
  { when: { status: 403 }, on: uploading, verdict: lookAgain },
  { when: { status: 404 }, on: uploading, verdict: lookAgain },
  { when: { status: 416 }, on: uploading, verdict: lookAgain },

  // The token and its scopes.
  { when: { code: 'access_token_invalid' }, verdict: reauth(gone) },
  { when: { code: 'scope_not_authorized' }, verdict: reauth(ticked) },
  { when: { code: 'scope_permission_missed' }, verdict: reauth(ticked) },
  { when: { code: 'failed:auth_removed' }, verdict: reauth(gone) },

  // Our app at TikTok.
  {
    when: { code: 'unaudited_client_can_only_post_to_private_accounts' },
    verdict: refused(
      'app_not_audited',
      'TikTok has not audited our app: until then it posts with SELF_ONLY alone, and only to accounts that are set to private in the TikTok app. Make the account private, or have the app audited.',
    ),
  },
  {
    when: { code: 'url_ownership_unverified' },
    verdict: refused(
      'url_not_verified',
      'TikTok fetches pictures only from an address that is verified for our app: add PUBLIC_URL to its URL properties there. Videos do without.',
    ),
  },

  // The user's choices.
  {
    when: { code: 'privacy_level_option_mismatch' },
    verdict: inWords('privacy_level_not_offered', 'The account does not offer this privacyLevel; choose another'),
  },
  {
    when: { code: 'interaction_disabled' },
    verdict: inWords('interaction_disabled', 'The account has turned off what the post allows; set it to false'),
  },

  // The post itself.
  { when: { code: 'spam_risk_user_banned_from_posting' }, verdict: banned },
  { when: { code: 'failed:spam_risk_user_banned_from_posting' }, verdict: banned },
  { when: { code: 'spam_risk_text' }, verdict: spam },
  { when: { code: 'failed:spam_risk_text' }, verdict: spam },
  { when: { code: 'spam_risk' }, verdict: spam },
  { when: { code: 'failed:spam_risk' }, verdict: spam },
  { when: { code: 'duration_check_failed' }, verdict: inWords('video_too_long', 'The video is longer than may be') },
  { when: { code: 'failed:duration_check_failed' }, verdict: duration },
  { when: { code: 'failed:file_format_check_failed' }, verdict: format },
  { when: { code: 'failed:frame_rate_check_failed' }, verdict: frames },
  { when: { code: 'failed:picture_size_check_failed' }, verdict: pictureSize },
  {
    when: { code: 'failed:publish_cancelled' },
    verdict: refused('publish_cancelled', 'The post was cancelled at TikTok.'),
  },
  {
    when: { code: 'failed:app_version_check_failed' },
    verdict: refused(
      'app_too_old',
      'The TikTok app of the account is too old for drafts. Update it, and send it again.',
    ),
  },
  { when: { code: 'failed:internal' }, verdict: asNew },
  { when: { code: 'failed:video_pull_failed' }, verdict: asNew },
  { when: { code: 'failed:photo_pull_failed' }, verdict: asNew },
  { when: { code: 'invalid_params' }, verdict: inWords('refused_by_network', 'TikTok does not take the post') },
  { when: { code: 'invalid_param' }, verdict: inWords('refused_by_network', 'TikTok does not take the post') },
  { when: { code: 'invalid_file_upload' }, verdict: inWords('media_refused', 'TikTok does not take the file') },
  {
    when: { code: 'invalid_publish_id' },
    on: asking,
    verdict: inWords('post_unknown', 'TikTok does not know the post any more. Look in the app whether it is there'),
  },
  {
    when: { code: 'token_not_authorized_for_specified_publish_id' },
    on: asking,
    verdict: inWords('post_unknown', 'TikTok says that the post is of another account. Look in the app'),
  },
  {
    when: { code: 'internal_error' },
    on: ['photos'],
    verdict: { is: 'doubt', why: 'TikTok has trouble of its own, and may have begun.' },
  },
  { when: { code: 'internal_error' }, verdict: unseen },
]

const fromTable = readTable(rows, parse)

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The waits by error code. TikTok states no duration, except by a header that may be present. */
export const waits: Readonly<Record<string, readonly [of: 'account' | 'app', ms: number, why: string]>> = {
  rate_limit_exceeded: ['account', minuteMs, 'TikTok takes no more calls of this account for a minute.'],
  spam_risk_too_many_posts: ['account', dayMs, 'The account has posted as much as TikTok takes from apps in a day.'],
  spam_risk_too_many_pending_share: [
    'account',
    dayMs,
    'Five drafts of this account wait in its inbox, and TikTok takes no more in a day.',
  ],
  // Accounts that have posted today may continue, so only this account waits.
  reached_active_user_cap: [
    'account',
    hourMs,
    'TikTok has not audited our app, so only five accounts may post by it in a day.',
  ],
}

function waited(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered') return null
  const code = parse(failure)?.code?.replace(/^failed:/, '') ?? ''
  const known = Object.hasOwn(waits, code) ? waits[code] : undefined
  if (!known) return null
  const [of, ms, why] = known
  const told = Number(failure.headers['retry-after'])
  const waitMs = Number.isFinite(told) && told > 0 ? Math.min(told * 1_000, dayMs) : ms
  return { is: 'retry', of, until: new Date(now.getTime() + waitMs), why }
}

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || failure.status === null || (failure.status >= 401 && failure.status !== 403))
    return null
  const isTheirs = jsonOf(failure) !== null
  if (!isTheirs && failure.status >= 400)
    return { is: 'retry', of: 'call', why: 'Something in front of TikTok answered, not TikTok.' }
  const { code, message } = parse(failure) ?? {}
  if (failure.code === 'unreadable' || !code || code === 'ok') return null
  const reason = code.replace(/^failed:/, '')
  return refused('refused_by_network', `TikTok refused it: “${(message ?? reason).slice(0, saidMax)}”`)
}
