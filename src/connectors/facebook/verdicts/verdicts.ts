import type { Failure, Verdict } from '#connectors/connector.ts'
import { type GraphError, type GraphRow, graphErrorOf, readGraphTable } from '#connectors/meta/graph-error.ts'
import { regainMs } from '#connectors/meta/usage.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { notGranted } from '../auth/grant.ts'
import { videoFailed } from '../media/video-state.ts'

/** Verdicts by the two numbers of an error, never by its message. */

const connecting = ['connect', 'whoami', 'targets']
/** Steps that may have a visible effect. */
const visible = ['post', 'postPhotos', 'finishVideo', 'finishReel', 'photoStory', 'finishStory', 'comment']
const uploading = ['sendVideo', 'finishVideo', 'sendReel', 'finishReel', 'sendStory', 'awaitUpload', 'finishStory']

const reconnect = (why: string): Verdict => ({ is: 'reauth', why })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })

const saidMax = 300
const inTheirWords =
  (code: string, before: string) =>
  (_: Failure, { message }: GraphError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, saidMax)}”`)

/** A failure that may pass. After a visible call the outcome is unknown. */
function passing(why: string) {
  return (_failure: Failure, _error: GraphError | null, step: string): Verdict =>
    visible.includes(step) ? { is: 'doubt', why } : { is: 'retry', of: 'call', why }
}

const parked =
  (of: 'account' | 'app') =>
  ({ headers }: Failure, _error: GraphError, _step: string, now: Date): Verdict => {
    const waitMs = retryAfterMs(headers['retry-after'], now) ?? regainMs(headers)
    const until = waitMs === null ? null : new Date(now.getTime() + waitMs)
    const why =
      of === 'app' ? 'Facebook takes no more from this app for now.' : 'Facebook takes no more from this page for now.'
    return { is: 'retry', of, why, ...(until ? { until } : {}) }
  }

const signInAgain = 'Connect the page again.'

export const rows: readonly GraphRow[] = [
  // The sign-in.
  { codes: [190], subcodes: [458], verdict: reconnect(`The person has removed the app at Facebook. ${signInAgain}`) },
  {
    codes: [190],
    subcodes: [459],
    verdict: reconnect(
      'Facebook wants the person to sign in at facebook.com first. After that connect the page again.',
    ),
  },
  { codes: [190], subcodes: [460], verdict: reconnect(`The person has changed their password. ${signInAgain}`) },
  { codes: [190], subcodes: [463, 467], verdict: reconnect(`The sign-in has ended. ${signInAgain}`) },
  {
    codes: [190],
    subcodes: [464],
    verdict: reconnect(
      'The account of the person is not confirmed. They confirm it at facebook.com, then connect again.',
    ),
  },
  {
    codes: [190],
    subcodes: [492],
    verdict: reconnect('The person no longer has a role on the page. Somebody who has one connects it again.'),
  },
  { codes: [190, 102], verdict: reconnect(`Facebook no longer takes the sign-in. ${signInAgain}`) },
  {
    codes: [104],
    verdict: {
      is: 'operator',
      why: 'The app secret is not right: Facebook does not take the proof that is made with it.',
    },
  },
  { codes: [101], verdict: { is: 'operator', why: 'Facebook does not know the app id.' } },
  // Other failures with this code are temporary, and the network reports them as its own faults.
  {
    codes: [1],
    on: connecting,
    verdict: (failure, error, step) =>
      failure.status === 400 && !error.isTransient
        ? { is: 'operator', why: 'Facebook does not take the app secret.' }
        : passing('Facebook has a moment of weakness.')(failure, error, step),
  },
  {
    codes: [100],
    on: connecting,
    verdict: reconnect('Facebook does not take this sign-in: it was used before, or is too old. Start again.'),
  },

  // Limits.
  { codes: [4, 341], verdict: parked('app') },
  { codes: [17, 32, 613, 80001], verdict: parked('account') },
  {
    either: [1390008],
    verdict: {
      is: 'retry',
      of: 'account',
      why: 'Facebook finds that this page posts too fast. It is tried again later.',
    },
  },

  // The post may be published already.
  {
    either: [506],
    on: visible,
    verdict: { is: 'doubt', why: 'Facebook says that the same text was published just now.' },
  },
  {
    either: [1366051],
    on: visible,
    verdict: { is: 'doubt', why: 'Facebook says that these pictures are published already.' },
  },

  // Problems that the person has to solve at Facebook.
  {
    either: [1404006],
    verdict: reconnect('Facebook wants a security check. Do it at facebook.com, then connect again.'),
  },
  {
    either: [1404078],
    verdict: reconnect(
      'The page needs its authorization to publish. Get it in the settings of the page, then connect again.',
    ),
  },
  {
    either: [1404112],
    verdict: reconnect('Facebook has limited this account for some days. Connect again after that.'),
  },
  {
    either: [4854002],
    verdict: reconnect('Facebook wants to know who the person is. Confirm it there, then connect again.'),
  },
  {
    either: [1404102],
    verdict: inTheirWords('community_standards', 'Facebook finds it against its community standards'),
  },
  { either: [1346003], verdict: inTheirWords('flagged_as_abusive', 'Somebody has reported this content as abusive') },
  { codes: [368], verdict: inTheirWords('blocked_for_now', 'Facebook has blocked this for now') },

  // Content.
  {
    either: [1609008],
    verdict: refused('link_refused', 'Facebook makes no card of links to itself. Leave the link out.'),
  },
  { either: [1609005, 2061006], verdict: inTheirWords('link_refused', 'Facebook can do nothing with the link') },
  {
    either: [1366046],
    verdict: refused('media_too_large', 'The picture is too large or of a wrong kind. Take a JPEG or PNG below 4 MB.'),
  },
  { codes: [324], verdict: inTheirWords('media_refused', 'Facebook cannot read the picture') },
  { codes: [382], verdict: refused('video_too_small', 'The video file is too small to be one. Take another.') },
  { codes: [389], verdict: passing('Facebook could not fetch the file.') },
  { either: [1363040], verdict: refused('video_shape', 'A reel must be upright, 9 to 16.') },
  { either: [1363127], verdict: refused('video_resolution', 'A reel must have 540 × 960 pixels at least.') },
  { either: [1363128], verdict: refused('video_duration', 'A reel must run for 3 to 90 seconds.') },
  { either: [1363129], verdict: refused('video_frame_rate', 'A reel must have 24 to 60 frames a second.') },
  { either: [1349125, 2069019], verdict: inTheirWords('content_refused', 'Facebook takes no such content') },
  {
    either: [6000, 6001],
    on: uploading,
    verdict: { is: 'again', from: 'videoAgain', why: 'Facebook lost the upload of the video.' },
  },

  // Temporary failures.
  { either: [1363047, 1609010], verdict: passing('Facebook has a moment of weakness.') },
  { codes: [1, 2], verdict: passing('Facebook has a moment of weakness.') },

  // Ids that the network no longer knows.
  {
    codes: [100],
    subcodes: [33],
    on: ['postPhotos', 'photoStory'],
    verdict: { is: 'again', from: 'photosAgain', why: 'Facebook no longer has a picture that was sent.' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: uploading,
    verdict: { is: 'again', from: 'videoAgain', why: 'Facebook no longer has the video that was sent.' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: ['comment'],
    verdict: refused('post_gone', 'The post that the comment belongs to is not there any more.'),
  },
  { codes: [100], subcodes: [33], verdict: refused('page_gone', 'Facebook knows no such page, or does not show it.') },
  { codes: [210], verdict: refused('not_as_the_page', 'Facebook takes this only from the page itself.') },

  // Missing permissions. A published post is not worth a new sign-in.
  {
    codes: [3, 10, [200, 299]],
    on: ['comment'],
    verdict: refused(
      'comment_not_permitted',
      'The sign-in does not cover comments. Connect the page again and leave them ticked.',
    ),
  },
  {
    codes: [3, 10, [200, 299]],
    verdict: reconnect(
      'The sign-in does not cover this, or the person may not publish on the page. Connect it again with everything ticked, as somebody who may.',
    ),
  },
  { codes: [100], verdict: inTheirWords('refused_by_network', 'Facebook refused it') },
]

const nothing: GraphError = { code: null, subcode: null, isTransient: false, message: null }

const fromTable = readGraphTable(rows)

export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  if (failure.code === notGranted)
    return reconnect('The page is not part of what was granted. Connect it again, and tick it.')
  if (failure.sent !== 'answered' || failure.status === null) return null
  if (failure.code === videoFailed) {
    const verdict = inTheirWords('video_refused', 'Facebook can make nothing of the video')(
      failure,
      graphErrorOf(failure) ?? nothing,
    )
    return verdict.is === 'refused' ? { ...verdict, nothingOut: true } : verdict
  }
  const error = graphErrorOf(failure)
  if (error === null) return inFrontOf(failure, step)
  const verdict = fromTable(failure, step, now)
  if (verdict) return verdict
  if (error.isTransient) return passing('Facebook has a moment of weakness.')(failure, error, step)
  return failure.status < 500 && failure.status !== 429 && failure.status !== 401
    ? inTheirWords('refused_by_network', 'Facebook refused it')(failure, error)
    : null
}

/** An answer that is not a Graph API error comes from something in front of the API. */
const inFrontOf = (failure: Failure, step: string): Verdict | null =>
  [400, 403, 404].includes(failure.status ?? 0)
    ? passing(`Something in front of Facebook answered ${failure.status}.`)(failure, null, step)
    : null
