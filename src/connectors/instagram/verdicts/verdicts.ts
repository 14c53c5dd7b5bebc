import type { Failure, Verdict } from '#connectors/connector.ts'
import { expired, unsettled } from '#connectors/meta/container/publish.ts'
import { failedWith } from '#connectors/meta/container/state.ts'
import { type GraphError, type GraphRow, graphErrorOf, readGraphTable } from '#connectors/meta/graph-error.ts'
import { parked, passingAfter, verdictByName, verdictWithoutNumbers } from '#connectors/meta/verdicts.ts'
import { rejectedBy, verdictOnItem } from '#connectors/verdicts/act-verdicts.ts'
import { answeredGone, reauth, refused, refusedInWords } from '#connectors/verdicts/verdicts.ts'
import { notGranted, notRenewable } from '../auth/grant.ts'
import { usedUp } from '../media/room.ts'

const following = ['comment', 'closeComments', 'reply']

/** Verdicts by the first number of an error. Access, permissions and limits are the same across Meta's APIs. */
const signInAgain = 'Reconnect the account.'

/** Steps that may have a visible effect. */
const visible = ['publish', 'comment', 'reply']

const passing = passingAfter(visible)

const hourMs = 3_600_000

/** The window is rolling, and Instagram does not state when the next post is allowed. */
const usedUpWords = 'The account has published as many posts as Instagram allows in 24 hours.'

const accountRows: readonly GraphRow[] = [
  // Access tokens.
  {
    codes: [190],
    subcodes: [458],
    verdict: reauth(`The user removed the app in Instagram’s settings. ${signInAgain}`, 'consent_revoked'),
  },
  {
    codes: [190],
    subcodes: [459, 464],
    verdict: reauth(`Meta requires an account check. Sign in there and complete it. ${signInAgain}`, 'account_blocked'),
  },
  { codes: [190], subcodes: [460], verdict: reauth(`The user changed their password. ${signInAgain}`) },
  { codes: [190], subcodes: [463, 467], verdict: reauth(`Access has expired. ${signInAgain}`, 'grant_expired') },
  {
    codes: [190],
    subcodes: [492],
    verdict: reauth(
      'The person who connected this account no longer has a role on the page. Ask someone who does to reconnect it.',
      'permission_missing',
    ),
  },
  { codes: [190, 102], verdict: reauth(`We’ve lost access to this Instagram account. ${signInAgain}`) },
  {
    codes: [104],
    verdict: {
      is: 'operator',
      why:
        'The Meta app requires proof of its secret, and the secret is missing or wrong. Correct ' +
        'INSTAGRAM_CLIENT_SECRET, or set INSTAGRAM_LOGIN to the method with which the account was connected.',
      code: 'app_unknown',
    },
  },

  // Limits.
  { codes: [4], verdict: parked('app', 'The app has reached an Instagram rate limit.') },
  {
    codes: [17, 32, 613, 80_001, 80_002],
    verdict: parked('account', 'The account has reached an Instagram rate limit.'),
  },
  { codes: [9], verdict: parked('account', usedUpWords, hourMs) },
  { codes: [368], verdict: refusedInWords('blocked_for_now', 'Instagram has temporarily blocked the account') },
  { codes: [506], verdict: refused('duplicate', 'Instagram rejects repeated posts. Change the text.') },

  // Objects that do not exist yet.
  {
    codes: [24],
    on: ['publish', 'awaitItems', 'ready'],
    verdict: { is: 'again', from: 'denied', why: 'Instagram can’t find the prepared post yet.' },
  },
  {
    codes: [24],
    verdict: { is: 'retry', of: 'call', why: 'Instagram doesn’t show the published post yet.', code: 'not_shown_yet' },
  },
  { codes: [100], subcodes: [33], on: ['reply'], verdict: answeredGone },
  {
    codes: [100],
    subcodes: [33],
    on: [...following, 'locate'],
    verdict: { is: 'retry', of: 'call', why: 'Instagram doesn’t show the published post yet.', code: 'not_shown_yet' },
  },
  // Instagram may have written the reply before it failed.
  {
    codes: [20],
    subcodes: [1_772_107],
    on: ['reply'],
    verdict: { is: 'doubt', why: 'Instagram reported an error after it may have published the reply.' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: ['awaitItems', 'ready', 'publish'],
    verdict: { is: 'again', from: 'denied', why: 'Instagram can’t find the prepared post yet.' },
  },
  {
    codes: [100],
    subcodes: [33],
    verdict: reauth(`You don’t have access to this account. ${signInAgain}`),
  },

  // Missing permissions. A published post does not justify signing in again.
  {
    codes: [3, 10, [200, 299]],
    on: following,
    verdict: refused('comment_not_permitted', 'Comment permission is missing. Reconnect the account and allow it.'),
  },
  {
    codes: [3, 10, [200, 299]],
    verdict: reauth('A permission is missing. Reconnect the account and allow all permissions.', 'permission_missing'),
  },

  { codes: [9_004], verdict: passing('Instagram could not fetch the file from this service.') },
  { codes: [-1, -2, 1, 2], verdict: passing('Instagram has a temporary problem.') },
  {
    codes: [100, 352, 36_000, 36_001, 36_003, 36_004],
    verdict: (failure, error, step) => rejectedBy('Instagram', step, 'the post')(failure, error),
  },
]

const retryAfresh = (why: string): Verdict => ({ is: 'again', from: 'afresh', why })

/** Verdicts by the second number of a publishing error, which is more exact than the first. */
const making = ['item', 'container']

const notThere: Verdict = { is: 'again', from: 'denied', why: 'Instagram can’t find the prepared post yet.' }

const asking = ['awaitItems', 'ready']

const contentRows: readonly GraphRow[] = [
  // The container's state says that the post is not published.
  {
    subcodes: [2_207_051],
    verdict: parked('account', 'Instagram has blocked this account’s posts as spam.', 4 * hourMs),
  },
  { either: [2_207_042], verdict: parked('account', usedUpWords, hourMs) },

  // Containers.
  {
    either: [2_207_027, 9_007],
    on: ['publish'],
    verdict: { is: 'again', from: 'ready', why: 'Instagram is still preparing the post.' },
  },
  { either: [2_207_027, 9_007], verdict: passing('Instagram is still preparing the post.', 'file_unready') },
  { subcodes: [2_207_008], on: ['publish', ...asking], verdict: notThere },
  {
    subcodes: [2_207_003, 2_207_020, 2_207_032, 2_207_053, 2_207_082],
    on: making,
    verdict: passing('Instagram didn’t accept the file.'),
  },
  {
    subcodes: [2_207_003, 2_207_020, 2_207_032, 2_207_053, 2_207_082],
    verdict: retryAfresh('Instagram didn’t accept the file.'),
  },
  { subcodes: [2_207_001], verdict: passing('Instagram has a temporary problem.') },
  {
    subcodes: [2_207_052, 2_207_077],
    verdict: passing(
      'Instagram couldn’t download the file from this server. If it keeps happening, check that your proxy allows ' +
        'Meta’s crawler (facebookexternalhit).',
    ),
  },

  // The content.
  { subcodes: [2_207_004], verdict: refused('image_too_large', 'The image is larger than Instagram allows (8 MB).') },
  { subcodes: [2_207_005], verdict: refused('media_type_not_supported', 'Instagram only accepts JPEG images.') },
  {
    subcodes: [2_207_009],
    verdict: refused('image_shape', 'Instagram accepts images from 4:5 to 1.91:1. Crop the image.'),
  },
  {
    subcodes: [2_207_026],
    verdict: refused('video_refused', 'Instagram could not process the video. Use MP4 with H.264 or HEVC, and AAC.'),
  },
  {
    subcodes: [2_207_010],
    verdict: refused('text_too_long', 'The caption is longer than Instagram allows. Shorten it.'),
  },
  {
    subcodes: [2_207_040],
    verdict: refused('tags_too_many', 'Instagram allows 20 mentions and tagged accounts in a post. Remove the others.'),
  },
  { subcodes: [2_207_028], verdict: refused('media_too_many', 'A carousel needs 2 to 10 images and videos.') },
  {
    subcodes: [2_207_057],
    verdict: refused('cover_outside', 'The cover time is after the end of the video. Choose an earlier one.'),
  },
  {
    subcodes: [2_207_023],
    verdict: refusedInWords('refused_by_network', 'Instagram doesn’t support this type of post'),
  },
  {
    subcodes: [2_207_050],
    verdict: {
      is: 'reauth',
      final: true,
      why: 'Instagram restricted this account. Its owner must resolve this in the Instagram app, then reconnect it.',
    },
  },
  {
    subcodes: [2_207_006],
    on: ['comment', 'closeComments', 'locate', 'name'],
    verdict: { is: 'retry', of: 'call', why: 'Instagram doesn’t show the published post yet.', code: 'not_shown_yet' },
  },
  {
    subcodes: [2_207_006],
    verdict: { is: 'reauth', why: 'You don’t have access to this account. Reconnect it.' },
  },
]

/** Verdicts based on an error's two numbers, never on its message. */
const fromTable = readGraphTable([...contentRows, ...accountRows])

export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  const ofItem = verdictOnItem(failure)
  if (ofItem) return ofItem
  const own = ofOurs(failure, now)
  if (own) return own
  if (failure.sent !== 'answered' || failure.status === null) return null
  if (failure.code?.startsWith(failedWith)) return ofContainer(failure.code.slice(failedWith.length), now)
  const error = graphErrorOf(failure)
  if (error === null) return verdictWithoutNumbers(failure, step, { network: 'Instagram', connecting, passing })
  return judgeError(failure, error, step, now)
}

function judgeError(failure: Failure, error: GraphError, step: string, now: Date): Verdict | null {
  const named = verdictByName(failure, names)
  if (named) return named
  const verdict = fromTable(failure, step, now)
  if (verdict) return verdict
  if (error.isTransient) return passing('Instagram has a temporary problem.')(failure, error, step)
  const status = failure.status ?? 500
  return status < 500 && status !== 429 && status !== 401
    ? rejectedBy('Instagram', step, 'the post')(failure, error)
    : null
}

/** Verdicts on the failure codes of this connector. */
function ofOurs({ code }: Failure, now: Date): Verdict | null {
  switch (code) {
    case notGranted:
      return reauth('You didn’t select this account’s page. Reconnect and select it.', 'page_left_out')
    case notRenewable:
      return reauth('We’ve lost access to this Facebook account. Reconnect it.', 'grant_expired')
    case expired:
      return { is: 'again', from: 'afresh', why: 'The prepared post expired on Instagram.' }
    case unsettled:
      return { is: 'doubt', why: 'Instagram flagged the post as spam and can’t confirm its status.' }
    case usedUp:
      return dayUsedUp(now)
    default:
      return null
  }
}

/** Returns the verdict on a failed container, from the same table if Instagram gave an error number. */
function ofContainer(subcode: string, now: Date): Verdict {
  const error = { error: { error_subcode: Number(subcode), message: '' } }
  const failure: Failure = { sent: 'answered', status: 400, headers: {}, body: JSON.stringify(error), code: null }
  const verdict = subcode === '' ? null : fromTable(failure, 'ready', now)
  if (verdict?.is === 'refused' || verdict?.is === 'reauth') return verdict
  if (verdict !== null || subcode === '')
    return { is: 'again', from: 'afresh', why: 'Instagram could not process a file.' }
  return refused('media_refused', `Instagram could not process a file (${subcode}).`)
}

/** Verdicts on errors that have a name, in any field, but no number. */
const names: Readonly<Record<string, Verdict>> = {
  INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID: refused(
    'location_unknown',
    'Instagram doesn’t recognize this location. Use the ID of a page that has a location, or remove it.',
  ),
}

/** Verdicts on temporary failures. */
const connecting = ['connect', 'whoami', 'targets', 'refresh']

const dayUsedUp = (now: Date): Verdict => ({
  is: 'retry',
  of: 'account',
  until: new Date(now.getTime() + hourMs),
  why: usedUpWords,
})
