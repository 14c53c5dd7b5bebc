import type { Failure, Verdict } from '#connectors/connector.ts'
import { type GraphRow, graphErrorOf, readGraphTable } from '#connectors/meta/graph-error.ts'
import { parked, passingAfter, verdictWithoutNumbers } from '#connectors/meta/verdicts.ts'
import { rejectedBy, verdictOnItem } from '#connectors/verdicts/act-verdicts.ts'
import {
  answeredGone,
  operatorProblem,
  reauth,
  reconnect,
  refused,
  refusedInWords,
} from '#connectors/verdicts/verdicts.ts'
import { notGranted } from '../auth/grant.ts'
import { reasonIn, videoFailed, videoIsDraft, videoUnpublished } from '../media/video-state.ts'

/** Verdicts based on an error's two numbers, never on its message. */

const connecting = ['connect', 'whoami', 'targets']
/** Steps that may have a visible effect. */
const visible = ['post', 'postPhotos', 'finishVideo', 'finishReel', 'photoStory', 'finishStory', 'comment', 'reply']
const uploading = ['sendVideo', 'finishVideo', 'sendReel', 'finishReel', 'sendStory', 'awaitUpload', 'finishStory']

const passing = passingAfter(visible)

const signInAgain = 'Reconnect the page.'

export const rows: readonly GraphRow[] = [
  // Access tokens.
  {
    codes: [190],
    subcodes: [458],
    verdict: reauth(`The user removed the app in Facebook’s settings. ${signInAgain}`, 'consent_revoked'),
  },
  {
    codes: [190],
    subcodes: [459],
    verdict: reauth(
      'Facebook needs to verify this account. Complete the check on facebook.com, then reconnect the page.',
      'account_blocked',
    ),
  },
  { codes: [190], subcodes: [460], verdict: reauth(`The user changed their password. ${signInAgain}`) },
  { codes: [190], subcodes: [463, 467], verdict: reauth(`Access has expired. ${signInAgain}`, 'grant_expired') },
  {
    codes: [190],
    subcodes: [464],
    verdict: reauth(
      'The Facebook account isn’t confirmed. Confirm it on facebook.com, then reconnect the page.',
      'account_blocked',
    ),
  },
  {
    codes: [190],
    subcodes: [492],
    verdict: reauth(
      'The person who connected this page no longer has a role on it. Ask someone who does to reconnect it.',
      'permission_missing',
    ),
  },
  { codes: [190, 102], verdict: reauth(`We’ve lost access to this Facebook page. ${signInAgain}`) },
  {
    codes: [104],
    verdict: {
      is: 'operator',
      why: 'Facebook rejected the proof made with the app secret. Check FACEBOOK_CLIENT_SECRET.',
      code: 'app_unknown',
    },
  },
  {
    codes: [101],
    verdict: operatorProblem('Facebook doesn’t recognize the app ID. Check FACEBOOK_CLIENT_ID.', 'app_unknown'),
  },
  // Other failures with this code are temporary, and the network reports them as its own errors.
  {
    codes: [1],
    on: connecting,
    verdict: (failure, error, step) =>
      failure.status === 400 && !error.isTransient
        ? operatorProblem('Facebook rejected the app secret. Check FACEBOOK_CLIENT_SECRET.', 'app_unknown')
        : passing('Facebook has a temporary problem.')(failure, error, step),
  },
  {
    codes: [100],
    on: connecting,
    verdict: reauth('Facebook rejected the sign-in because it was already used or has expired. Start again.'),
  },

  // Limits.
  { codes: [4, 341], verdict: parked('app', 'The app has reached a Facebook rate limit.') },
  { codes: [17, 32, 613, 80001], verdict: parked('account', 'The page has reached a Facebook rate limit.') },
  {
    either: [1390008],
    verdict: {
      is: 'retry',
      of: 'account',
      why: 'Facebook says this page is posting too often.',
    },
  },

  // The post may be published already.
  {
    either: [506],
    on: visible,
    verdict: { is: 'doubt', why: 'Facebook says the same text was just published.' },
  },
  {
    either: [1366051],
    on: visible,
    verdict: { is: 'doubt', why: 'Facebook says these images are already published.' },
  },

  // Problems that the user has to solve on Facebook.
  {
    either: [1404006],
    verdict: reconnect('Facebook needs a security check. Complete it on facebook.com, then reconnect the page.'),
  },
  {
    either: [1404078],
    verdict: reconnect(
      'This page needs publishing authorization. Request it in the page’s settings, then reconnect the page.',
    ),
  },
  {
    either: [1404112],
    verdict: reconnect('Facebook restricted this account for a few days. Reconnect the page after that.'),
  },
  {
    either: [4854002],
    verdict: reconnect('Facebook needs proof of identity. Confirm it on facebook.com, then reconnect the page.'),
  },
  {
    either: [1404102],
    verdict: refusedInWords('community_standards', 'The post violates Facebook’s community standards'),
  },
  { either: [1346003], verdict: refusedInWords('flagged_as_abusive', 'This content was reported as abusive') },
  { codes: [368], verdict: refusedInWords('blocked_for_now', 'Facebook has temporarily blocked this action') },

  // Content.
  {
    either: [1609008],
    verdict: refused('link_refused', 'Facebook doesn’t show previews for links to itself. Remove the link.'),
  },
  { either: [1609005, 2061006], verdict: refusedInWords('link_refused', 'Facebook rejected the link') },
  {
    either: [1366046],
    verdict: refused('media_too_large', 'The image is too large or unsupported. Use a JPEG or PNG under 4 MB.'),
  },
  { codes: [324], verdict: refusedInWords('media_refused', 'Facebook could not read the image') },
  { codes: [382], verdict: refused('video_too_small', 'The file is too small to be a video. Use another file.') },
  { codes: [389], verdict: passing('Facebook could not fetch the file.') },
  {
    either: [1363040],
    verdict: refused('video_shape', 'A reel must have an aspect ratio of 9:16. Use a vertical video.'),
  },
  {
    either: [1363127],
    verdict: refused('video_resolution', 'A reel must have at least 540 × 960 pixels. Use a larger video.'),
  },
  {
    either: [1363128],
    verdict: refused('video_duration', 'A reel must be 3 to 90 seconds long. Shorten or extend the video.'),
  },
  {
    either: [1363129],
    verdict: refused('video_frame_rate', 'A reel must have 24 to 60 frames per second. Use another video.'),
  },
  { either: [1349125, 2069019], verdict: refusedInWords('content_refused', 'Facebook rejected the content') },
  {
    either: [6000, 6001],
    on: uploading,
    verdict: { is: 'again', from: 'videoAgain', why: 'Facebook lost the video upload.' },
  },

  // Temporary failures.
  { either: [1363047, 1609010], verdict: passing('Facebook has a temporary problem.') },
  { codes: [1, 2], verdict: passing('Facebook has a temporary problem.') },

  // IDs that the network no longer knows.
  {
    codes: [100],
    subcodes: [33],
    on: ['postPhotos', 'photoStory'],
    verdict: { is: 'again', from: 'photosAgain', why: 'Facebook lost an uploaded image.' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: uploading,
    verdict: { is: 'again', from: 'videoAgain', why: 'Facebook no longer has the uploaded video.' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: ['reply'],
    verdict: answeredGone,
  },
  {
    codes: [100],
    subcodes: [33],
    on: ['comment'],
    verdict: refused('post_gone', 'The post was deleted before the comment could be added.'),
  },
  {
    codes: [100],
    subcodes: [33],
    verdict: refused('page_gone', 'Facebook can’t find the page or doesn’t show it. Connect the page again.'),
  },
  {
    codes: [210],
    verdict: refused('not_as_the_page', 'Facebook allows this only for the page itself. Connect the page again.'),
  },

  {
    codes: [3, 10, [200, 299]],
    on: ['inbox'],
    verdict: refused(
      'comments_not_permitted',
      'Facebook doesn’t allow reading the comments of this page. Reconnect it and allow all permissions.',
    ),
  },
  // Missing permissions. A published post does not justify signing in again.
  {
    codes: [3, 10, [200, 299]],
    on: ['comment', 'reply'],
    verdict: refused('comment_not_permitted', 'Comment permission is missing. Reconnect the page and allow it.'),
  },
  {
    codes: [3, 10, [200, 299]],
    verdict: reauth(
      'A permission is missing, or you can’t publish to this page. Ask someone who can to reconnect it and allow ' +
        'all permissions.',
      'permission_missing',
    ),
  },
  { codes: [100], verdict: (failure, error, step) => rejectedBy('Facebook', step, 'the post')(failure, error) },
]

const fromTable = readGraphTable(rows)

const keptAsDraft: Verdict = {
  is: 'refused',
  code: videoIsDraft,
  why:
    'Facebook keeps the video as a draft. Publish it in Meta Business Suite. Vertical videos become reels, ' +
    'which must be 3 to 90 seconds long and at least 540 × 960 pixels.',
  nothingOut: true,
}
const unpublished = refused('video_unpublished', 'Facebook has processed the video but hasn’t published it.')

export function judge(failure: Failure, step: string, now: Date): Verdict | null {
  const ofItem = verdictOnItem(failure)
  if (ofItem) return ofItem
  if (failure.code === notGranted)
    return reauth('You didn’t select this page. Reconnect and select it.', 'page_left_out')
  if (failure.sent !== 'answered' || failure.status === null) return null
  if (failure.code === videoIsDraft) return keptAsDraft
  // Facebook may still publish it, so a person has to check.
  if (failure.code === videoUnpublished) return unpublished
  if (failure.code === videoFailed) {
    const message = reasonIn(failure)
    const verdict = refusedInWords('video_refused', 'Facebook could not process the video')(failure, { message })
    return verdict.is === 'refused' ? { ...verdict, nothingOut: true } : verdict
  }
  const error = graphErrorOf(failure)
  if (error === null) return verdictWithoutNumbers(failure, step, { network: 'Facebook', connecting: [], passing })
  const verdict = fromTable(failure, step, now)
  if (verdict) return verdict
  if (error.isTransient) return passing('Facebook has a temporary problem.')(failure, error, step)
  return failure.status < 500 && failure.status !== 429 && failure.status !== 401
    ? rejectedBy('Facebook', step, 'the post')(failure, error)
    : null
}
