import { booleanParam, instantOf, objectsOf, type Params } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { findPhoto } from '../media/find-photo.ts'
import type { Graph } from '../state/platform.ts'
import type { Page, Photo, Post } from '../state/records.ts'
import { refuse, unfit } from '../wire/refusals.ts'

/** Checks of a new post: its text, link, photos and time. */

export function checkMessage({ rules }: Graph, message: string): void {
  const length = rules.message_in_code_units ? message.length : [...message].length
  if (length > rules.max_message)
    badParam(`Param message must be a string with at most ${rules.max_message} characters`)
}

const minutesMs = 60_000
const daysMs = 86_400_000
const soonestMs = 10 * minutesMs

/** Returns the time to publish at. Null if the post is published immediately or not at all. */
export function scheduleIn(graph: Graph, params: Params, latestMs: number): number | null {
  const text = params.scheduled_publish_time
  if (text === undefined || text === '') return null
  if (booleanParam(params, 'published') !== false)
    badParam('You cannot specify a scheduled publish time on a published post')
  const atMs = instantOf(text)
  const inMs = (atMs ?? Number.NaN) - graph.world.clock.ms()
  if (atMs === null || !(inMs >= soonestMs && inMs <= latestMs))
    return badParam('The specified scheduled publish time is invalid.', 1_363_031)
  return atMs
}

export const latest = { post: 30 * daysMs, video: 180 * daysMs, reel: 29 * daysMs } as const

/** Checks a link without fetching it. A URL is accepted unless the network's crawler could never reach it. */
export function checkLink(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null
  const host = url?.hostname.toLowerCase() ?? ''
  if (/(?:^|\.)(?:facebook\.com|fb\.com)$/.test(host))
    unfit(1_609_008, 'Link Not Allowed', "You can't post Facebook.com links.")
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  const isPublic = host.includes('.') && !isPrivate(host) && !/\.(?:invalid|localhost|local|internal)$/.test(host)
  if (!isWeb || !isPublic)
    unfit(1_609_005, 'Link Post Failure', 'The link could not be scraped: the url you supplied is invalid.')
}

const isPrivate = (host: string): boolean =>
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2[0-9]|3[01]))\./.test(host) || host.startsWith('[')

/** Returns the photos of a new post. Each must belong to the page, be in no other post, and still exist. */
export function attachedIn(graph: Graph, page: Page, params: Params): readonly Photo[] {
  const objects = objectsOf(params, 'attached_media') ?? badParam('Param attached_media must be an array.')
  const photos = objects.map(({ media_fbid: id }) => {
    if (typeof id !== 'string' && typeof id !== 'number')
      return badParam('Param attached_media[media_fbid] is required.')
    return findPhoto(graph, page, String(id)) ?? noObject(String(id), 'post')
  })
  if (new Set(photos).size < photos.length || photos.some(({ post }) => isTaken(post)))
    unfit(1_366_051, 'Already Posted', 'These photos were already posted.')
  return photos
}

const maxCards = { ordered: 5, optimized: 10 }

/**
 * Returns the links of the cards. Only the owner of a site may change what its card shows, and no one owns one here.
 * The number of cards is from Meta's reference of the feed.
 */
export function cardsIn(params: Params, link: string | null): Pick<Post, 'cards'> {
  const objects = objectsOf(params, 'child_attachments') ?? badParam('Param child_attachments must be an array.')
  if (objects.length === 0) return {}
  if (link === null) badParam('Param child_attachments requires the param link.')
  const most = booleanParam(params, 'multi_share_optimized') ? maxCards.optimized : maxCards.ordered
  if (objects.length < 2 || objects.length > most) badParam(`Param child_attachments must have 2 to ${most} items.`)
  return {
    cards: objects.map(({ link: card, ...more }) => {
      if (typeof card !== 'string') return badParam('Param child_attachments[link] is required.')
      checkLink(card)
      if (Object.keys(more).some((name) => ['name', 'description', 'picture'].includes(name)))
        badParam(
          'Only owners of the URL have the ability to specify the picture, name, thumbnail or description params.',
        )
      return card
    }),
  }
}

const isTaken = (post: Post | null): boolean => post !== null && !post.deleted

/** Rejects a post that repeats the page's latest one. Only the latest post counts, and only for `duplicate_ms`. */
export function checkDuplicate(graph: Graph, page: Page, given: { message: string; link: string | null }): void {
  const last = page.posts.findLast(({ deleted, kind }) => !deleted && kind !== 'story')
  if (!last || last.photos.length > 0 || last.video !== null || last.publishedAtMs === null) return
  const isSame = last.message === given.message && last.link === given.link
  if (isSame && graph.world.clock.ms() - last.publishedAtMs < graph.rules.duplicate_ms)
    refuse({
      message: '(#506) Duplicate status message',
      code: 506,
      subcode: 1_455_006,
      status: 400,
      title: 'Duplicate Status Update',
      say: 'This status update is identical to the last one you posted. Try posting something different, or delete your previous update.',
    })
}
