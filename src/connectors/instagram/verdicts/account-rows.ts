import type { GraphRow } from '#connectors/meta/graph-error.ts'
import { parked } from '#connectors/meta/verdicts.ts'
import { reauth, refused, refusedInWords } from '#connectors/verdicts/verdicts.ts'
import { hourMs, passing, usedUpWords } from './passing.ts'

/** Verdicts by the first number of an error. Access, permissions and limits are the same across Meta's APIs. */

const signInAgain = 'Connect the account again.'
const following = ['comment', 'closeComments']

export const accountRows: readonly GraphRow[] = [
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
      'The user no longer has a role on the page. Someone who has one must connect the account again.',
      'permission_missing',
    ),
  },
  { codes: [190, 102], verdict: reauth(`Instagram no longer allows access. ${signInAgain}`) },
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
    verdict: { is: 'again', from: 'denied', why: 'Instagram cannot find the prepared post yet.' },
  },
  {
    codes: [24],
    verdict: { is: 'retry', of: 'call', why: 'Instagram cannot find the published post yet.', code: 'not_shown_yet' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: [...following, 'locate'],
    verdict: { is: 'retry', of: 'call', why: 'Instagram cannot find the published post yet.', code: 'not_shown_yet' },
  },
  {
    codes: [100],
    subcodes: [33],
    on: ['awaitItems', 'ready', 'publish'],
    verdict: { is: 'again', from: 'denied', why: 'Instagram cannot find the prepared post yet.' },
  },
  {
    codes: [100],
    subcodes: [33],
    verdict: reauth(`Instagram does not show the account to this user. ${signInAgain}`),
  },

  // Missing permissions. A published post does not justify signing in again.
  {
    codes: [3, 10, [200, 299]],
    on: following,
    verdict: refused(
      'comment_not_permitted',
      'The permission to comment is missing. Connect the account again and grant it.',
    ),
  },
  {
    codes: [3, 10, [200, 299]],
    verdict: reauth(
      'A permission is missing. Connect the account again and grant all permissions.',
      'permission_missing',
    ),
  },

  { codes: [9_004], verdict: passing('Instagram could not fetch the file from this service.') },
  { codes: [-1, -2, 1, 2], verdict: passing('Instagram has a temporary problem.') },
  {
    codes: [100, 352, 36_000, 36_001, 36_003, 36_004],
    verdict: refusedInWords('refused_by_network', 'Instagram rejected the post'),
  },
]
