import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import type { PostItem } from '../../meta/containers.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { booleanParam, instant, readAllParams } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { accountOf, callerOf, need, tokenOf, verbOf } from '../auth/callers.ts'
import { countsOf } from '../figures/metrics.ts'
import { type Platform, pagingOf } from '../state/platform.ts'
import type { Post } from '../state/records.ts'
import { isThere } from './find.ts'
import { remove } from './publish.ts'

/** The routes that list and read an account's posts, turn comments on and off, and delete a post. */
export function mediaRoutes(platform: Platform): readonly Route[] {
  return [
    ...(['media', 'stories'] as const).map(
      (edge): Route =>
        route('GET', `/:account/${edge}`, edge === 'media' ? 'listMedia' : 'listStories', withToken, (incoming) =>
          ok(listed(platform, incoming, edge)),
        ),
    ),
    route('GET', '/:media', 'getMedia', withToken, (incoming) => {
      const post = ownPost(platform, incoming)
      return ok(shown(mediaShape(platform, post), readAllParams(incoming).fields, ['id'], 'IGMedia'))
    }),
    route('POST', '/:media', 'updateMedia', { ...writing, accepts: ['form', 'json', 'multipart'] }, (incoming) => {
      const post = ownPost(platform, incoming)
      need(tokenOf(platform, incoming), 'comments')
      const enabled = booleanParam(readAllParams(incoming), 'comment_enabled')
      post.hasComments = enabled ?? badParam('The parameter comment_enabled is required')
      return ok({ success: true })
    }),
    route('DELETE', '/:media', 'deleteMedia', { ...writing, accepts: ['form'] }, (incoming) => {
      const post = ownPost(platform, incoming)
      need(tokenOf(platform, incoming), 'contents')
      remove(platform, post)
      return ok({ success: true, deleted_id: post.id })
    }),
  ]
}

/** Returns the caller's own post. Any other, and for a moment a new one, appears not to exist. */
export function ownPost(platform: Platform, incoming: Incoming): Post {
  const { media: id = '' } = incoming.params
  const person = callerOf(platform, incoming)
  const post = platform.posts.get(id)
  const isOld = post !== undefined && post.atMs + platform.rules.propagationMs <= platform.world.clock.ms()
  return isOld && post.person === person && isThere(platform, post) ? post : noObject(id, verbOf(incoming))
}

function listed(platform: Platform, incoming: Incoming, edge: 'media' | 'stories'): object {
  const { world, rules } = platform
  const person = accountOf(platform, incoming)
  const params = readAllParams(incoming)
  const isListed = (post: Post) =>
    isThere(platform, post) &&
    (post.draft.type === 'STORIES') === (edge === 'stories') &&
    post.atMs + rules.listingLagMs <= world.clock.ms()
  return paged(pagingOf(platform), {
    rows: person.posts.filter(isListed).toReversed(),
    idOf: ({ id }) => id,
    show: (post) => shown(mediaShape(platform, post), params.fields, ['id'], 'IGMedia'),
    params,
    path: `/${person.id}/${edge}`,
  })
}

function permalinkOf({ base }: Platform, { id, person, draft, shortcode }: Post): string {
  if (draft.type === 'STORIES') return `${base()}/stories/${usernameOf(person)}/${id}`
  return `${base()}/${draft.type === 'REELS' ? 'reel' : 'p'}/${shortcode}/`
}

export const productOf = ({ draft: { type } }: Post): 'FEED' | 'REELS' | 'STORY' =>
  type === 'REELS' ? 'REELS' : type === 'STORIES' ? 'STORY' : 'FEED'

const typeOf = ({ file }: PostItem): string => file.kind.toUpperCase()

function mediaShape(platform: Platform, post: Post): Shape {
  const { person, draft, items } = post
  const [first] = items
  const counts = () => countsOf(platform, post)
  const isCarousel = draft.type === 'CAROUSEL'
  return {
    id: () => post.id,
    caption: () => draft.caption || undefined,
    alt_text: () => (isCarousel ? undefined : first?.alt || undefined),
    media_type: () => (isCarousel ? 'CAROUSEL_ALBUM' : first && typeOf(first)),
    media_product_type: () => productOf(post),
    media_url: () => (isCarousel ? undefined : first?.file.url),
    permalink: () => permalinkOf(platform, post),
    shortcode: () => post.shortcode,
    timestamp: () => instant(post.atMs),
    username: () => usernameOf(person),
    owner: () => ({ id: person.id }),
    is_comment_enabled: () => post.hasComments,
    is_shared_to_feed: () => (draft.type === 'REELS' ? draft.sharedToFeed : undefined),
    // Likes that an owner hides are invisible to everyone else, including apps.
    like_count: () => (person.hidesLikes ? undefined : counts().likes),
    comments_count: () => counts().comments,
    children: () =>
      isCarousel
        ? { data: items.map((item) => ({ id: item.id, media_type: typeOf(item), media_url: item.file.url })) }
        : undefined,
  }
}
