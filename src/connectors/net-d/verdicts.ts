import type { Failure, Verdict } from '#connectors/connector.ts'
import { jsonOf, type ParsedError, readTable, type VerdictRow } from '#connectors/verdict-table.ts'

/**
 * X says no in four shapes: a problem with a type, a problem with nothing but a sentence, numbers of its first interface,
 * and the words of OAuth. Where several things have the same type, or none, they are told apart by their sentence.
 */
export const judge = (failure: Failure, step: string, now: Date): Verdict | null =>
  limited(failure) ?? capped(failure, now) ?? fromTable(failure, step) ?? inTheirWords(failure)

const uploading = ['upload', 'append', 'finalize', 'wait', 'describe'] as const
const posting = ['post', 'comment'] as const

const reauth = (why: string): Verdict => ({ is: 'reauth', why })
const refused = (code: string, why: string): Verdict => ({ is: 'refused', code, why })
const operator = (why: string): Verdict => ({ is: 'operator', why })

const inWords =
  (code: string, before: string) =>
  (_: Failure, { message }: ParsedError): Verdict =>
    refused(code, message === null ? `${before}.` : `${before}: “${message.slice(0, saidMax)}”`)

const suspended = 'X has suspended the account. Its owner has to settle that there, and connect it again.'
const locked = 'X has locked the account until its owner signs in there. Do that, then connect it again.'
const signInAgain = 'X does not take the sign-in. Begin it once more.'
const gone = 'X no longer takes the sign-in of this account. Connect it again.'

export const rows: readonly VerdictRow[] = [
  // Who we are there, and who the person is.
  { when: { code: 'unauthorized_client' }, verdict: operator('X does not know our app. Look at its id and secret.') },
  { when: { code: 'invalid_client' }, verdict: operator('X does not know our app. Look at its id and secret.') },
  { when: { code: 'invalid_grant' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_request' }, on: ['connect'], verdict: reauth(signInAgain) },
  { when: { code: 'invalid_grant' }, verdict: reauth(gone) },
  { when: { code: 'token_invalid' }, verdict: reauth(gone) },
  {
    when: { code: 'invalid_request' },
    on: ['refresh'],
    verdict: { is: 'retry', of: 'call', why: 'X did not understand that we asked for new tokens.' },
  },
  { when: { code: 'unsupported-authentication' }, verdict: reauth(gone) },
  { when: { code: '89' }, verdict: reauth(gone) },
  { when: { status: 401 }, verdict: reauth(gone) },
  { when: { code: 'user-suspended' }, verdict: reauth(suspended) },
  { when: { code: '64' }, verdict: reauth(suspended) },
  { when: { code: '326' }, verdict: reauth(locked) },
  {
    when: { code: 'bare_forbidden' },
    on: uploading,
    verdict: reauth(
      'The sign-in does not cover pictures and videos (media.write). Connect the account again, and leave that ticked.',
    ),
  },

  // Our app: money, plan, and what it may do.
  { when: { status: 402 }, verdict: operator('The app has no credits left at X, or has reached its spending limit.') },
  { when: { code: 'client-not-enrolled' }, verdict: operator('The app is not attached to a project or plan at X.') },
  { when: { code: 'client-forbidden' }, verdict: operator('The app is not attached to a project or plan at X.') },
  {
    when: { code: 'mentions_not_allowed' },
    verdict: refused('mentions_not_allowed', "The app's plan at X does not let it mention people. Take out the names."),
  },

  // What was sent before.
  {
    when: { code: 'duplicate_again' },
    on: posting,
    verdict: { is: 'doubt', why: 'X calls it a repeat, so an earlier try may be there.' },
  },
  {
    when: { code: 'duplicate' },
    on: posting,
    verdict: refused(
      'duplicate_text',
      'The account has posted this very text of late, and X takes none twice. Change the text.',
    ),
  },

  // Files.
  {
    when: { code: 'processing_failed' },
    on: ['finalize', 'wait'],
    verdict: inWords('media_processing_failed', 'X cannot make anything of the file. Take another'),
  },
  {
    when: { code: 'media_gone' },
    on: uploading,
    verdict: { is: 'again', from: 'resend', why: 'X no longer has a file that was sent to it.' },
  },
  {
    when: { status: 404 },
    on: uploading,
    verdict: { is: 'again', from: 'resend', why: 'X no longer has a file that was sent to it.' },
  },
  {
    when: { code: 'media_gone' },
    on: posting,
    verdict: { is: 'again', from: 'afresh', why: 'X no longer has a file that was sent to it.' },
  },
  { when: { status: 413 }, on: uploading, verdict: refused('media_too_large', 'The file is larger than X takes.') },
  {
    when: { code: 'video_too_long' },
    verdict: refused('video_too_long', 'The video is longer than X takes from this account. Shorten it.'),
  },
  {
    when: { code: 'media_too_many' },
    on: posting,
    verdict: refused('media_too_many', 'X takes four pictures in a post, or one video, or one GIF.'),
  },
  { when: { status: 400 }, on: ['describe'], verdict: inWords('alt_text_refused', 'X does not take the alt text') },
  { when: { status: 400 }, on: uploading, verdict: inWords('media_refused', 'X does not take the file') },

  // The post.
  {
    when: { code: 'text_too_long' },
    on: posting,
    verdict: refused('text_too_long', 'The text is longer than X takes from this account. Shorten it.'),
  },
  {
    when: { code: '186' },
    on: posting,
    verdict: refused('text_too_long', 'The text is longer than X takes. Shorten it.'),
  },
  {
    when: { code: 'cashtags_too_many' },
    on: posting,
    verdict: refused('cashtags_too_many', 'X takes one cashtag ($NAME) in a post. Take out the others.'),
  },
  {
    when: { code: 'signs_not_allowed' },
    on: posting,
    verdict: refused(
      'signs_not_allowed',
      'There is a sign in the text that X does not take and nobody sees. Type it anew.',
    ),
  },
  {
    when: { code: 'link_invalid' },
    on: posting,
    verdict: refused('link_invalid', 'X does not take a link that is in the text. Look at it, or leave it out.'),
  },
  {
    when: { code: 'feature_not_permitted' },
    on: posting,
    verdict: refused(
      'feature_not_permitted',
      'X does not let this account do that: long posts and the like need Premium. Shorten the text.',
    ),
  },
  {
    when: { code: 'reply_not_allowed' },
    on: posting,
    verdict: refused('reply_target_gone', 'The post that this one answers is gone, or X does not let us answer it.'),
  },
  {
    when: { code: 'not_permitted' },
    verdict: refused(
      'not_permitted',
      "X did not permit it and does not say why: the app's rights, a lock on the account, or its filter of spam. Look at the account there before you send it again.",
    ),
  },
]

/** Sentences, which are said with one word or another; the old name of a post is still among them. */
const sentences: readonly (readonly [code: string, sentence: RegExp])[] = [
  ['duplicate', /^You are not allowed to create an? (?:Tweet|Post) with duplicate content/i],
  ['duplicate', /^Status is a duplicate/i],
  ['not_permitted', /^You are not permitted to perform this action/i],
  ['feature_not_permitted', /^Your account is not permitted to access this feature/i],
  ['mentions_not_allowed', /^Creating posts with @mentions is not allowed/i],
  ['cashtags_too_many', /maximum of (?:one|1) cashtag/i],
  ['media_too_many', /maximum of (?:4|four) items/i],
  ['link_invalid', /^The (?:Tweet|Post) contains an invalid URL/i],
  ['video_too_long', /not allowed to post a video longer than/i],
  ['text_too_long', /^Your (?:Tweet|Post) text is too long/i],
  ['signs_not_allowed', /^The (?:Tweet|Post) contains invalid characters/i],
  ['text_too_long', /^(?:Tweet|Post) needs to be a bit shorter/i],
  ['reply_not_allowed', /^You attempted to reply to a (?:Tweet|Post)/i],
  ['reply_not_allowed', /^Reply to this conversation is not allowed/i],
  ['media_gone', /^Segments do not add up/i],
  ['media_gone', /media ids? (?:are|is) invalid/i],
  [
    'media_gone',
    /\b(?:Could not find|not find) media\b|media (?:id )?(?:was )?not found|media (?:id )?(?:has )?expired/i,
  ],
  ['token_invalid', /^Value passed for the (?:refresh )?token was invalid/i],
]

export function parse(failure: Failure): ParsedError | null {
  const { status, code: ours } = failure
  if (status === null) return null
  const json = jsonOf(failure)
  const told = saysOf(json)
  if (ours === 'processing_failed') return { status, code: ours, message: processingMessage(json) }
  const spoken = told.find((one) => sentences.some(([, sentence]) => sentence.test(one)))
  const message = spoken ?? told[0] ?? null
  const code = sentences.find(([, sentence]) => sentence.test(spoken ?? ''))?.[0] ?? codeIn(json, status, message)
  return { status, code: code === 'duplicate' && ours === 'tried_before' ? 'duplicate_again' : code, message }
}

export const isDuplicate = (failure: Failure): boolean => {
  const code = failure.sent === 'answered' ? parse(failure)?.code : null
  return code === 'duplicate' || code === 'duplicate_again'
}

type Body = ReturnType<typeof jsonOf>

/** The sentences of an answer, the closest to what went wrong first. */
function saysOf(json: Body): readonly string[] {
  const errors = listOf(json?.errors)
  const all = [
    ...errors.flatMap(({ message, detail }) => [message, detail]),
    json?.detail,
    json?.error_description,
    json?.title,
  ]
  return all.filter((text): text is string => typeof text === 'string' && text !== '')
}

function codeIn(json: Body, status: number, message: string | null): string | null {
  if (typeof json?.error === 'string') return json.error
  const [first] = listOf(json?.errors)
  if (typeof first?.code === 'number') return first.code === 187 ? 'duplicate' : String(first.code)
  if (typeof json?.reason === 'string') return json.reason
  const type = typeof json?.type === 'string' ? json.type : ''
  if (type.includes('/problems/')) return type.slice(type.lastIndexOf('/') + 1)
  if (message === 'Unsupported Authentication') return 'unsupported-authentication'
  if (status === 403 && json?.title === 'Forbidden' && (message === 'Forbidden' || message === null))
    return 'bare_forbidden'
  return null
}

function processingMessage(json: Body): string | null {
  const processing = objectOf(objectOf(json?.data)?.processing_info)
  const error = objectOf(processing?.error)
  const told = error?.message ?? error?.name
  return typeof told === 'string' ? told : null
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : []

const fromTable = readTable(rows, parse)

const saidMax = 300

/** What we do not know is a no in their own words; what is behind a proxy's page is none. */
function inTheirWords(failure: Failure): Verdict | null {
  if (failure.sent !== 'answered' || ![400, 403].includes(failure.status ?? 0)) return null
  if (jsonOf(failure) === null) return { is: 'retry', of: 'call', why: 'Something in front of X answered, not X.' }
  const message = parse(failure)?.message
  return message ? refused('refused_by_network', `X refused it: “${message.slice(0, saidMax)}”`) : null
}

/** Each window has headers of its own; whichever is used up says until when. */
function limited(failure: Failure): Verdict | null {
  const { sent, status, headers } = failure
  if (sent !== 'answered' || status !== 429 || parse(failure)?.code === 'usage-capped') return null
  const endOf = (name: string): Date | null => {
    const isOver = headers[`${name}-remaining`] === undefined || Number(headers[`${name}-remaining`]) <= 0
    const resets = Number(headers[`${name}-reset`] ?? Number.NaN)
    return isOver && Number.isFinite(resets) ? new Date(resets * 1_000) : null
  }
  const app = endOf('x-app-limit-24hour')
  if (app) return { is: 'retry', of: 'app', until: app, why: 'X takes no more from our app today.' }
  const until = endOf('x-user-limit-24hour') ?? endOf('x-rate-limit')
  return until && { is: 'retry', of: 'account', until, why: 'X takes no more from this account for now.' }
}

const dayMs = 86_400_000

/** No answer tells when a month's cap ends, so it is tried again when the day is over. Days are counted in UTC. */
function capped(failure: Failure, now: Date): Verdict | null {
  if (failure.sent !== 'answered' || parse(failure)?.code !== 'usage-capped') return null
  const until = new Date(Math.ceil((now.getTime() + 60_000) / dayMs) * dayMs)
  return { is: 'retry', of: 'app', until, why: "The app's plan at X is used up for this month." }
}
