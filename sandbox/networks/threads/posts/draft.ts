import type { Incoming } from '../../../core/http/request.ts'
import { isTree, parseJson, type Tree } from '../../../core/kit/tree.ts'
import { booleanParam, type Params, readAllParams } from '../../meta/params.ts'
import { badParam } from '../../meta/refusals.ts'
import { need } from '../auth/callers.ts'
import type { Rules } from '../rules.ts'
import type { Platform } from '../state/platform.ts'
import { type Draft, type MediaType, mediaTypes, type Token } from '../state/records.ts'
import { named, notFound } from '../wire/failures.ts'
import { findPost } from './posts.ts'
import { lengthOf, linksIn, tagIn } from './text.ts'

const audiences = ['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only']

/** Reads and validates the parameters of a post. */
export function draftOf(platform: Platform, token: Token, incoming: Incoming, { isItem }: { isItem: boolean }): Draft {
  const { rules } = platform
  const params = readParams(platform, incoming)
  const type = typeIn(params)
  const isText = type === 'TEXT'
  const only = (name: string, fits: boolean, what: string) => {
    if (params[name] !== undefined && !fits) badParam(`Param ${name} is only for ${what}`)
  }
  only('link_attachment', isText, 'posts of the type TEXT')
  only('is_ghost_post', isText, 'posts of the type TEXT')
  only('alt_text', type === 'IMAGE' || type === 'VIDEO', 'images and videos')
  only('is_spoiler_media', !isText, 'posts with media')
  only('children', type === 'CAROUSEL', 'posts of the type CAROUSEL')
  only('text', !isItem, 'the carousel, not for its items')
  checkGated(platform, token, params)

  const text = params.text ?? ''
  if (lengthOf(rules, text) > rules.maxText) badParam(`Param text must be at most ${rules.maxText} characters long.`)
  const alt = params.alt_text ?? ''
  if ([...alt].length > rules.maxAlt) badParam(`Param alt_text must be at most ${rules.maxAlt} characters long.`)
  const link = params.link_attachment ?? null
  if (link !== null && !/^https?:\/\/[^/]/i.test(link)) badParam('Param link_attachment must be a valid URL.')
  checkLinks(platform, text, link)
  const topic = topicIn(params) ?? tagIn(text)
  const audience = audienceIn(platform, token, params)
  const attached = attachmentsOf(rules, params, isText)
  const draft: Draft = {
    type,
    text,
    link,
    topic,
    alt,
    audience,
    replyTo: answered(platform, token, params),
    quoted: params.quote_post_id === undefined ? null : postFor(platform, params.quote_post_id),
    isGhost: booleanParam(params, 'is_ghost_post') ?? false,
    ...attached,
  }
  if (isText && text.trim() === '' && !link && !draft.poll && !draft.gif && !draft.attachedText && !draft.quoted)
    badParam('Param text is required for posts of the type TEXT')
  return draft
}

/** Returns the parameters. The network drops some optional parameters of a JSON body. */
function readParams({ rules }: Platform, incoming: Incoming): Params {
  const params = readAllParams(incoming)
  if (incoming.body.kind !== 'json' || !rules.jsonDropsOptional) return params
  const { topic_tag: _topic, poll_attachment: _poll, ...rest } = params
  return rest
}

function typeIn({ media_type: given }: Params): MediaType {
  const type = mediaTypes.find((one) => one === given)
  return type ?? badParam(`Param media_type must be one of {${mediaTypes.join(', ')}}`)
}

/** Rejects features that an app must be granted individually. */
function checkGated(platform: Platform, token: Token, params: Params): void {
  if (params.location_id !== undefined)
    named('THREADS_API__FEATURE_NOT_AVAILABLE', 'Location tagging is not available for this app.')
  if (params.allowlisted_country_codes !== undefined)
    named('GEO_GATING_INVALID_COUNTRY_CODES', 'Geo-gating is not available for this account.')
  if (booleanParam(params, 'crossreshare_to_ig')) need(platform, token, 'threads_share_to_instagram')
}

function checkLinks({ rules }: Platform, text: string, link: string | null): void {
  const links = new Set([...linksIn(text), ...(link === null ? [] : [link])])
  if (links.size > rules.maxLinks)
    named('THREADS_API__LINK_LIMIT_EXCEEDED', `A post may have at most ${rules.maxLinks} unique links.`)
}

function topicIn({ topic_tag: tag }: Params): string | null {
  if (tag === undefined) return null
  const length = [...tag].length
  if (length < 1 || length > 50 || /[.&]/.test(tag))
    badParam('Param topic_tag must have 1 to 50 characters, and neither a period nor an ampersand.')
  return tag
}

function audienceIn(platform: Platform, token: Token, { reply_control: given = 'everyone' }: Params): string {
  if (!audiences.includes(given)) badParam(`Param reply_control must be one of {${audiences.join(', ')}}`)
  if (given !== 'everyone') need(platform, token, 'threads_manage_replies')
  return given
}

/** Returns the post that is replied to. A post of another person needs an extra scope. */
function answered(platform: Platform, token: Token, { reply_to_id: id }: Params): Draft['replyTo'] {
  if (id === undefined) return null
  const post = postFor(platform, id)
  if (post.person !== token.person) need(platform, token, 'threads_manage_replies')
  return post
}

function postFor(platform: Platform, id: string) {
  const { world, rules } = platform
  const post = findPost(platform, id)
  return post && post.atMs + rules.propagationMs <= world.clock.ms() ? post : notFound(id)
}

/** Reads the attachments of a text post, each a JSON parameter. Some exclude one another. */
function attachmentsOf(
  rules: Readonly<Rules>,
  params: Params,
  isText: boolean,
): Pick<Draft, 'poll' | 'gif' | 'attachedText'> {
  for (const name of ['poll_attachment', 'text_attachment', 'gif_attachment'])
    if (params[name] !== undefined && !isText) badParam(`Param ${name} is only for posts of the type TEXT`)
  const given = (name: string) => params[name] !== undefined
  if (given('poll_attachment') && given('link_attachment'))
    badParam('Param poll_attachment cannot be used together with link_attachment')
  if (given('text_attachment') && (given('poll_attachment') || given('link_attachment')))
    badParam('Param text_attachment cannot be used together with poll_attachment or link_attachment')
  checkSpoilers(params)
  return { poll: pollIn(params), gif: gifIn(params), attachedText: longTextIn(rules, params) }
}

function treeIn(params: Params, name: string): Tree | null {
  const text = params[name]
  if (text === undefined) return null
  const value = parseJson(text)
  return isTree(value) ? value : badParam(`Param ${name} must be a JSON object.`)
}

const options = ['option_a', 'option_b', 'option_c', 'option_d']

function pollIn(params: Params): Draft['poll'] {
  const poll = treeIn(params, 'poll_attachment')
  if (poll === null) return null
  const names = Object.keys(poll)
  const texts = names.map((name) => poll[name])
  const isGood = (text: unknown) => typeof text === 'string' && text !== '' && [...text].length <= 25
  const isComplete = names.includes('option_a') && names.includes('option_b')
  const hasGap = names.includes('option_d') && !names.includes('option_c')
  if (!isComplete || hasGap || !names.every((name) => options.includes(name)) || !texts.every(isGood))
    badParam('Param poll_attachment must have option_a and option_b, and up to option_d, of 1 to 25 characters each.')
  return Object.fromEntries(names.map((name) => [name, String(poll[name])]))
}

function gifIn(params: Params): string | null {
  const gif = treeIn(params, 'gif_attachment')
  if (gif === null) return null
  if (typeof gif.gif_id !== 'string' || gif.gif_id === '' || gif.provider !== 'GIPHY')
    badParam('Param gif_attachment must have a gif_id, and GIPHY as its provider.')
  return String(gif.gif_id)
}

function longTextIn({ maxAttachedText }: Readonly<Rules>, params: Params): string | null {
  const attached = treeIn(params, 'text_attachment')
  if (attached === null) return null
  const { plaintext: text } = attached
  if (typeof text !== 'string' || text === '' || [...text].length > maxAttachedText)
    return badParam(`Param text_attachment must have a plaintext of at most ${maxAttachedText} characters.`)
  return text
}

function checkSpoilers({ text_entities: given }: Params): void {
  if (given === undefined) return
  const list = parseJson(given)
  const isSpoiler = ({ entity_type: type, offset, length }: Tree) =>
    type === 'SPOILER' && Number.isInteger(offset) && Number.isInteger(length)
  if (!Array.isArray(list) || list.length > 10 || !list.every(isSpoiler))
    badParam('Param text_entities must be a JSON array of at most 10 spoilers.')
}
