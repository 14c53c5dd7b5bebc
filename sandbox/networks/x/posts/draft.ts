import type { Tree } from '../../../core/kit/tree.ts'
import { findFile, mediaInvalid } from '../media/files.ts'
import { usernameOf } from '../people/users.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Person, Poll, Post } from '../state/records.ts'
import { checked, type Shape, textIn, textsIn, treeIn } from '../wire/checks.ts'
import { tooLong } from '../wire/failures.ts'
import { forbidden, invalid, no } from '../wire/problems.ts'
import { hasInvalidSigns, piecesOf, weightOf } from './text.ts'

/** A validated post that is not published yet. */
export type Draft = Pick<Post, 'text' | 'media' | 'replyTo' | 'poll' | 'replySettings'>

const ids = (max: number, min = 0): Shape => ({ is: 'list', of: { is: 'id' }, min, max })
const audience: Shape = { is: 'one of', values: ['following', 'mentionedUsers', 'subscribers', 'verified'] }

const shape: Shape = {
  is: 'object',
  of: {
    text: { is: 'text' },
    media: {
      is: 'object',
      needs: ['media_ids'],
      of: {
        media_ids: ids(4, 1),
        tagged_user_ids: ids(10),
        title: { is: 'text' },
        description: { is: 'text' },
        preview_media_id: { is: 'id' },
        embeddable: { is: 'flag' },
      },
    },
    reply: {
      is: 'object',
      needs: ['in_reply_to_tweet_id'],
      of: { in_reply_to_tweet_id: { is: 'id' }, exclude_reply_user_ids: ids(100) },
    },
    quote_tweet_id: { is: 'id' },
    poll: {
      is: 'object',
      needs: ['options', 'duration_minutes'],
      of: {
        options: { is: 'list', of: { is: 'text', min: 1, max: 25 }, min: 2, max: 4 },
        duration_minutes: { is: 'whole', min: 5, max: 10_080 },
        reply_settings: audience,
      },
    },
    reply_settings: audience,
    community_id: { is: 'id' },
    share_with_followers: { is: 'flag' },
    made_with_ai: { is: 'flag' },
    paid_partnership: { is: 'flag' },
    edit_options: { is: 'object', of: { previous_post_id: { is: 'id' } }, needs: ['previous_post_id'] },
    nullcast: { is: 'flag' },
    geo: { is: 'object', of: { place_id: { is: 'text' } } },
    for_super_followers_only: { is: 'flag' },
    card_uri: { is: 'text' },
    direct_message_deep_link: { is: 'text' },
  },
}

/** Fields that exist but are not available to an app of this kind. */
const withheld = ['quote_tweet_id', 'community_id', 'edit_options', 'for_super_followers_only', 'card_uri'] as const

export function draftOf(platform: Platform, person: Person, body: unknown): Draft {
  const given = checked(body, shape)
  const text = textIn(given, 'text') ?? ''
  if (text.trim() === '' && given.media === undefined) invalid('Either `text` or `media` is required', { text: [text] })
  const exclusive = ['media', 'poll', 'quote_tweet_id', 'card_uri'].filter((name) => given[name] !== undefined)
  if (exclusive.length > 1) invalid(`Only one of [${exclusive.join(', ')}] may be given`)
  if (withheld.some((name) => given[name] !== undefined) || given.nullcast === true)
    forbidden('You are not permitted to perform this action.')

  const replyTo = repliedTo(platform, person, given)
  checkText(platform, person, text, replyTo)
  const media = mediaOf(platform, person, treeIn(given, 'media'))
  checkDuplicate(platform, person, text)
  return { text, media, replyTo, poll: pollOf(given), replySettings: textIn(given, 'reply_settings') }
}

function pollOf(given: Tree): Poll | null {
  const poll = treeIn(given, 'poll')
  return poll && { options: textsIn(poll, 'options'), minutes: Number(poll.duration_minutes) }
}

function checkText({ rules }: Platform, person: Person, text: string, replyTo: Post | null): void {
  if (hasInvalidSigns(text)) invalid('The Tweet contains invalid characters.', { text: [text] })
  const pieces = piecesOf(text)
  if (pieces.some(({ kind, text: url }) => kind === 'url' && url.length > 4_096))
    no(400, { title: 'Invalid Request', detail: 'The Tweet contains an invalid URL.' })
  if (pieces.filter(({ kind }) => kind === 'cashtag').length > 1)
    forbidden('Posts may contain a maximum of one cashtag.')
  if (!rules.mentionsAllowed && pieces.some(({ kind }) => kind === 'mention'))
    forbidden('Creating posts with @mentions is not allowed for your access package')
  const weight = weightOf(replyTo ? withoutPrefix(text, replyTo) : text)
  if (weight > rules.maxPremiumWeight) no(400, { title: 'Invalid Request', detail: tooLong })
  if (weight > rules.maxWeight && !person.premium) forbidden('Your account is not permitted to access this feature')
}

/** Removes the leading mention of the author who is replied to, which X adds to a reply without showing it. */
function withoutPrefix(text: string, replyTo: Post): string {
  const author = `@${usernameOf(replyTo.person)} `
  return text.startsWith(author) ? text.slice(author.length) : text
}

function repliedTo(platform: Platform, person: Person, given: Tree): Post | null {
  const id = textIn(treeIn(given, 'reply') ?? {}, 'in_reply_to_tweet_id')
  if (id === null) return null
  const post = platform.posts.get(id)
  const ageMs = platform.world.clock.ms() - (post?.at.getTime() ?? 0)
  if (!post || ageMs < platform.rules.replyLagMs)
    return forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')
  const name = `@${usernameOf(person)}`.toLowerCase()
  const isMentioned = piecesOf(post.text).some(({ kind, text }) => kind === 'mention' && text.toLowerCase() === name)
  if (post.person === person || isMentioned) return post
  return forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  )
}

function mediaOf(platform: Platform, person: Person, given: Tree | null): readonly File[] {
  if (given === null) return []
  const wanted = textsIn(given, 'media_ids')
  const files = wanted.flatMap((id) => findFile(platform, person, id) ?? [])
  const nowMs = platform.world.clock.ms()
  const isReady = (file: File) => file.failure === null && file.readyAtMs <= nowMs
  const isFree = (file: File) => platform.rules.mediaReusable || file.usedBy === 0
  const fits = files.length === 1 || files.every(({ kind }) => kind === 'image')
  if (files.length < wanted.length || new Set(files).size < files.length) mediaInvalid(wanted)
  if (!fits || !files.every((file) => isReady(file) && isFree(file))) mediaInvalid(wanted)
  const { maxVideoMs } = platform.rules
  if (!person.premium && files.some(({ durationMs }) => (durationMs ?? 0) > maxVideoMs))
    forbidden('This user is not allowed to post a video longer than 2 minutes')
  return files
}

/** Rejects a repeated text. A post without text cannot be a duplicate. */
function checkDuplicate({ rules, world, app }: Platform, person: Person, text: string): void {
  if (!rules.refusesDuplicates || text === '') return
  const same = person.lastOf.get(text)
  if (!same || same.deleted || same.at.getTime() < world.clock.ms() - rules.duplicateMs) return
  app.refusedDuplicates += 1
  forbidden('You are not allowed to create a Tweet with duplicate content.')
}
