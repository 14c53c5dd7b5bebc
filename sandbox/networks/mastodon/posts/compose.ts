import { findAttachment, hasFailed, isReady } from '../media/media.ts'
import { isAtLeast } from '../rules.ts'
import type { Instance } from '../state/platform.ts'
import {
  type Account,
  type Attachment,
  type Draft,
  quotePolicies,
  type Status,
  type Visibility,
  visibilities,
} from '../state/records.ts'
import { booleanParam, hasText, listOf, type Params, textParam, treeOf } from '../wire/params.ts'
import { invalid, no, notFound } from '../wire/refusals.ts'
import { findStatus } from './sight.ts'
import { graphemesOf, lengthOf } from './text.ts'

/** Runs all checks of a new status, in the order in which the server runs them. */
export function compose(instance: Instance, account: Account, params: Params): Draft {
  const replyTo = referred(instance, account, params, 'in_reply_to_id')
  const quotes = isAtLeast(instance.rules, 4, 5) ? quotedIn(instance, account, params) : null
  const poll = pollOf(instance, params)
  const media = mediaOf(instance, account, params, poll !== null, null)
  const visibility = oneOf(visibilities, textParam(params, 'visibility'), 'public', 'Visibility')
  const policy = oneOf(quotePolicies, textParam(params, 'quote_approval_policy'), 'public', 'Quote approval policy')
  return {
    ...wordsOf(instance, params, media.length > 0),
    sensitive: booleanParam(params, 'sensitive') ?? hasText(params, 'spoiler_text'),
    visibility,
    quotePolicy: isHidden(visibility) ? 'nobody' : policy,
    language: languageOf(params),
    replyTo,
    quotes,
    media,
    poll,
  }
}

const isHidden = (visibility: Visibility): boolean => visibility === 'private' || visibility === 'direct'

/** Returns the text and its content warning. A warning without a text becomes the text. */
export function wordsOf(instance: Instance, params: Params, hasMedia: boolean): { text: string; spoiler: string } {
  const { max_characters: max, characters_reserved_per_url: perUrl } = instance.rules
  const given = hasText(params, 'status') ? (textParam(params, 'status') ?? '') : ''
  const warning = textParam(params, 'spoiler_text') ?? ''
  const [text, spoiler] = given === '' ? [warning, ''] : [given, warning]
  if (text.trim() === '' && !hasMedia) invalid("Text can't be blank")
  if (lengthOf(spoiler + text, perUrl) > max) invalid(`Text character limit of ${max} exceeded`)
  return { text, spoiler }
}

export const languageOf = (params: Params): string => {
  const language = textParam(params, 'language') ?? ''
  return /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language) ? language : 'en'
}

/** Returns the files of a status, after checking that they can be combined. A file that `of` already has is allowed. */
export function mediaOf(
  instance: Instance,
  account: Account,
  params: Params,
  hasPoll: boolean,
  of: Status | null,
): readonly Attachment[] {
  const ids = [...new Set(listOf(params, 'media_ids'))]
  const { max_media_attachments: max } = instance.rules
  if (ids.length > max || (ids.length > 0 && hasPoll)) invalid(`Cannot attach more than ${max} files`)
  const missing: string[] = []
  const media = ids.flatMap((id) => {
    const found = findAttachment(instance, account, id)
    const free = found && (found.heldBy === null || ('statusId' in found.heldBy && found.heldBy.statusId === of?.id))
    if (!free) missing.push(id)
    return free ? found : []
  })
  if (missing.length > 0) invalid(`Media ${missing.join(', ')} could not be found`)
  if (media.length > 1 && media.some(({ kind }) => kind !== 'image'))
    invalid('Cannot attach a video to a post that already contains images')
  if (media.some((one) => hasFailed(instance, one) || !isReady(instance, one)))
    invalid('Cannot attach files that have not finished processing. Try again in a moment!')
  return media
}

export function pollOf(instance: Instance, params: Params): Draft['poll'] {
  const poll = treeOf(params, 'poll')
  if (!poll) return null
  const { rules } = instance
  const options = listOf(poll, 'options')
    .map((option) => option.trim())
    .filter(Boolean)
  if (options.length < 2) invalid('Options must be more than one item')
  if (options.length > rules.max_poll_options)
    invalid(`Options can't contain more than ${rules.max_poll_options} items`)
  if (options.some((option) => graphemesOf(option) > rules.max_characters_per_option))
    invalid(`Options can't be longer than ${rules.max_characters_per_option} characters each`)
  if (new Set(options).size < options.length) invalid('Options contain duplicate items')
  const seconds = Number(textParam(poll, 'expires_in') ?? Number.NaN)
  if (Number.isNaN(seconds)) invalid("Expires at can't be blank")
  if (seconds < rules.min_poll_seconds) invalid('Duration is too short')
  if (seconds > rules.max_poll_seconds) invalid('Duration is too far into the future')
  return {
    options,
    expiresInMs: seconds * 1_000,
    multiple: booleanParam(poll, 'multiple') ?? false,
    hideTotals: booleanParam(poll, 'hide_totals') ?? false,
  }
}

function referred(instance: Instance, account: Account, params: Params, name: string): Status | null {
  return hasText(params, name) ? (findStatus(instance, account, textParam(params, name) ?? '') ?? notFound()) : null
}

/** The server does not distinguish a deleted status from one whose author does not allow quotes. */
function quotedIn(instance: Instance, account: Account, params: Params): Status | null {
  if (!hasText(params, 'quoted_status_id')) return null
  const status = findStatus(instance, account, textParam(params, 'quoted_status_id') ?? '')
  const isAllowed = status?.account === account || status?.quotePolicy === 'public'
  return status && isAllowed ? status : no(404, 'The post you are trying to quote does not appear to exist.')
}

function oneOf<T extends string>(known: readonly T[], given: string | null, usual: T, what: string): T {
  if (given === null || given === '') return usual
  return known.find((one) => one === given) ?? invalid(`${what} is not included in the list`)
}
