import type { Failure, Verdict } from '#connectors/connector.ts'
import { retryAfterMs } from '#connectors/verdicts/default-verdicts.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdicts/verdict-table.ts'
import { processingFailed, uploadLost } from '../media/ready.ts'
import { parse } from './parse-error.ts'

/** Returns the verdict on an error of LinkedIn, by the name that `parse` gives it. */
export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  limited(failure, now) ?? fromTable(failure, step) ?? inTheirWords(failure)

const connecting = ['connect', 'whoami', 'targets']
const picturing = ['image', 'awaitImage']
const leafing = ['document', 'awaitDocument']
const filming = ['startVideo', 'sendVideo', 'finishVideo', 'awaitVideo']

const reauth = (why: string): Verdict => ({ is: 'reauth', why })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })
const operator = (why: string): Verdict => ({ is: 'operator', why })
const later = (why: string): Verdict => ({ is: 'retry', of: 'call', why })
const again = (from: string): Verdict => ({
  is: 'again',
  from,
  why: 'LinkedIn no longer takes an upload that was begun.',
})

const saidMax = 300
const inWords =
  (code: string, before: string) =>
  (_: Failure, { message }: ParsedError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, saidMax)}”`)

const gone = 'LinkedIn no longer takes the sign-in: it has ended, or was taken back. Connect the account again.'
const newVersion =
  'LinkedIn no longer answers to this version of its API. Set LINKEDIN_VERSION to a newer one, as YYYYMM.'
const mayNot =
  'LinkedIn does not permit it: the member has no role any more by which they may post there, or the app lacks the product for it.'

export const rows: readonly VerdictRow[] = [
  // Our app.
  { when: { status: 426 }, verdict: operator(newVersion) },
  { when: { code: 'NONEXISTENT_VERSION' }, verdict: operator(newVersion) },
  { when: { code: 'VERSION_MISSING' }, verdict: operator(newVersion) },
  { when: { code: 'invalid_client' }, verdict: operator('LinkedIn does not know our app. Look at its id and secret.') },
  {
    when: { code: 'unauthorized_client' },
    verdict: operator('LinkedIn does not let our app in. Look at its products.'),
  },
  {
    when: { code: 'unauthorized_scope_error' },
    verdict: operator(
      'The app at LinkedIn may not ask for all of what it asks for. Set LINKEDIN_SCOPES to what it may.',
    ),
  },

  // The sign-in.
  {
    when: { code: 'invalid_request' },
    on: ['connect'],
    verdict: reauth('LinkedIn does not take the sign-in. Begin it once more.'),
  },
  {
    when: { code: 'invalid_grant' },
    on: ['connect'],
    verdict: reauth('LinkedIn does not take the sign-in. Begin it once more.'),
  },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'invalid_request' }, on: ['refresh'], verdict: reauth(gone) },
  // This status has many error names; only the status matters.
  { when: { status: 401 }, verdict: reauth(gone) },
  {
    when: { code: 'organization_scope_missing' },
    verdict: reauth(
      'The sign-in does not cover posts of organizations. Connect the account again, and allow that too.',
    ),
  },

  // Files.
  {
    when: { code: processingFailed },
    verdict: inWords('media_processing_failed', 'LinkedIn cannot make anything of the file'),
  },
  {
    when: { code: 'MEDIA_ASSET_PROCESSING_FAILED' },
    verdict: inWords('media_processing_failed', 'LinkedIn cannot make anything of the file'),
  },
  { when: { code: uploadLost }, on: picturing, verdict: again('imageAgain') },
  { when: { code: uploadLost }, on: leafing, verdict: again('documentAgain') },
  { when: { code: uploadLost }, on: filming, verdict: again('videoAgain') },
  { when: { code: 'EXPIRED_UPLOAD_URL' }, on: picturing, verdict: again('imageAgain') },
  { when: { code: 'EXPIRED_UPLOAD_URL' }, on: leafing, verdict: again('documentAgain') },
  { when: { code: 'EXPIRED_UPLOAD_URL' }, on: filming, verdict: again('videoAgain') },
  { when: { status: 404 }, on: ['awaitImage'], verdict: again('imageAgain') },
  { when: { status: 404 }, on: ['awaitDocument'], verdict: again('documentAgain') },
  { when: { status: 404 }, on: ['sendVideo', 'finishVideo', 'awaitVideo'], verdict: again('videoAgain') },
  { when: { code: 'MEDIA_ASSET_WAITING_UPLOAD' }, verdict: later('LinkedIn is still at work on a file of the post.') },
  { when: { code: 'MEDIA_ASSET_PROCESSING' }, verdict: later('LinkedIn is still at work on a file of the post.') },
  { when: { status: 413 }, verdict: refused('media_too_large', 'The file is larger than LinkedIn takes.') },

  // Duplicates.
  {
    when: { code: 'DUPLICATE_POST' },
    on: ['post'],
    verdict: refused(
      'duplicate_text',
      'The account has posted just this within the last minutes, and LinkedIn takes none twice. Change the text.',
    ),
  },
  {
    when: { code: 'DUPLICATE_POST' },
    on: ['comment'],
    verdict: { is: 'doubt', why: 'LinkedIn calls the comment a repeat, so an earlier try may be there.' },
  },

  // A new post that not every part of LinkedIn knows yet.
  { when: { code: 'activity_missing' }, verdict: later('LinkedIn does not know the post yet.') },
  { when: { code: 'resource_forbidden' }, on: ['comment'], verdict: later('LinkedIn does not know the post yet.') },
  { when: { status: 404 }, on: ['comment'], verdict: later('LinkedIn does not know the post yet.') },
  { when: { status: 409 }, verdict: later('LinkedIn was at work on something else of this account.') },

  // Missing permissions.
  { when: { status: 403 }, on: connecting, verdict: reauth(mayNot) },
  { when: { status: 403 }, on: ['comment'], verdict: refused('comment_not_permitted', mayNot) },
  { when: { status: 403 }, verdict: refused('not_permitted', mayNot) },
  {
    when: { code: 'owner_differs' },
    verdict: refused('media_of_another', 'LinkedIn takes only files that were sent in the name of whoever posts them.'),
  },
  {
    when: { code: 'FIELD_LENGTH_TOO_LONG' },
    verdict: inWords('text_too_long', 'Something is longer than LinkedIn takes'),
  },
  { when: { status: 422 }, verdict: inWords('refused_by_network', 'LinkedIn refused it') },
]

const fromTable = readTable(rows, parse)

/** Refuses an unknown error in the network's own words. An error page from a proxy is not a refusal. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || failure.status !== 400) return null
  if (jsonOf(failure) === null) return later('Something in front of LinkedIn answered, not LinkedIn.')
  const message = parse(failure)?.message
  return message ? refused('refused_by_network', `LinkedIn refused it: “${message.slice(0, saidMax)}”`) : null
}

const dayMs = 86_400_000

/** Returns the verdict on a rate limit. Limits last for a day in UTC, and no answer says when it ends. */
function limited(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered' || failure.status !== 429) return null
  const waitMs = retryAfterMs(failure.headers['retry-after'], now)
  const nextDay = Math.floor(now.getTime() / dayMs + 1) * dayMs
  const until = waitMs === null ? new Date(nextDay) : new Date(now.getTime() + waitMs)
  return parse(failure)?.code === 'app_day_limit'
    ? { is: 'retry', of: 'app', until, why: 'LinkedIn takes no more from our app today.' }
    : { is: 'retry', of: 'account', until, why: 'LinkedIn takes no more from this account today.' }
}
