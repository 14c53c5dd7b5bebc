import { type Incoming, ok } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { booleanParam, instantOf, readAllParams, secretIn } from '../../meta/params.ts'
import { badParam, noObject } from '../../meta/refusals.ts'
import { checkStanding, type Need, pageOf, toPost, toRead } from '../auth/callers.ts'
import { leadTo } from '../people/pages.ts'
import { type Graph, pagingOf } from '../state/platform.ts'
import type { Page, Post } from '../state/records.ts'
import { refuse } from '../wire/refusals.ts'
import { attachedIn, cardsIn, checkDuplicate, checkLink, checkMessage, latest, scheduleIn } from './compose.ts'
import { postShape } from './post-shape.ts'
import { listVisiblePosts, makePost, publish, record } from './publish.ts'

/** Posts with text, a link, or existing photos: create, list, change, publish, delete. */
export function postRoutes(graph: Graph): readonly Route[] {
  const token = 'access'
  const accepts = ['form', 'json', 'multipart'] as const
  const isPost = ({ post = '' }: Readonly<Record<string, string>>) => graph.posts.has(post)
  const list = (edge: string, call: string, rowsOf: (page: Page) => readonly Post[]): Route =>
    route('GET', `/:page/${edge}`, call, { token }, (incoming) => ok(listed(graph, incoming, edge, rowsOf)))
  return [
    route('POST', '/:page/feed', 'createPost', { accepts, token, writes: true }, (incoming) => {
      const post = createPost(graph, incoming)
      return ok(shown(postShape(graph, post), readAllParams(incoming).fields, ['id'], 'Post'))
    }),
    list('feed', 'getFeed', listVisiblePosts),
    list('posts', 'getPosts', listVisiblePosts),
    list('published_posts', 'getPublishedPosts', listVisiblePosts),
    list('scheduled_posts', 'getScheduledPosts', ({ posts }) =>
      posts.filter(
        ({ deleted, scheduledMs, publishedAtMs }) => !deleted && publishedAtMs === null && scheduledMs !== null,
      ),
    ),
    route('GET', '/:post', 'getPost', { token, only: isPost }, (incoming) => {
      if (isReader(incoming)) return leadTo(graph, graph.posts.get(incoming.params.post ?? ''))
      const post = ownPost(graph, incoming, toRead)
      return ok(
        shown(postShape(graph, post), readAllParams(incoming).fields, ['created_time', 'message', 'id'], 'Post'),
      )
    }),
    route(
      'POST',
      '/:post',
      'updatePost',
      {
        calls: {
          names: ['updatePost', 'publishPost'],
          of: (incoming) => (booleanParam(readAllParams(incoming), 'is_published') ? 'publishPost' : 'updatePost'),
        },
        accepts,
        token,
        writes: true,
        only: isPost,
      },
      (incoming) => {
        update(graph, ownPost(graph, incoming, toPost), incoming)
        return ok({ success: true })
      },
    ),
    route('DELETE', '/:post', 'deletePost', { accepts, token, writes: true, only: isPost }, (incoming) => {
      remove(graph, ownPost(graph, incoming, toPost))
      return ok({ success: true })
    }),
  ]
}

/** True for a person who follows a link, rather than a program. */
const isReader = (incoming: Incoming): boolean =>
  secretIn(incoming) === null && /text\/html/.test(incoming.headers.accept ?? '')

function createPost(graph: Graph, incoming: Incoming): Post {
  const page = pageOf(graph, incoming, incoming.params.page ?? '', toPost)
  checkStanding(page)
  const params = readAllParams(incoming)
  const { message = '', link: givenLink = '' } = params
  const link = givenLink === '' ? null : givenLink
  const photos = attachedIn(graph, page, params)
  if (message.trim() === '' && link === null && photos.length === 0)
    badParam('One of message, link or attached_media must be given; the status update is empty.')
  if (link !== null && photos.length > 0) badParam('A post cannot have both a link and attached_media.')
  checkMessage(graph, message)
  if (link !== null) checkLink(link)
  const cards = cardsIn(params, link)
  const scheduledMs = scheduleIn(graph, params, latest.post)
  const show = booleanParam(params, 'published') ?? true
  if (photos.length === 0 && show) checkDuplicate(graph, page, { message, link })
  const kind = photos.length > 1 ? 'album' : photos.length === 1 ? 'photo' : link === null ? 'status' : 'link'
  return makePost(graph, { page, kind, message, link, ...cards, photos, video: null, scheduledMs, show })
}

function ownPost(graph: Graph, incoming: Incoming, need: Need): Post {
  const id = incoming.params.post ?? ''
  const verb = incoming.method === 'POST' ? 'post' : incoming.method === 'DELETE' ? 'delete' : 'get'
  const post = graph.posts.get(id)
  if (!post || post.deleted) return noObject(id, verb)
  pageOf(graph, incoming, post.page.id, need)
  return post
}

function update(graph: Graph, post: Post, incoming: Incoming): void {
  const params = readAllParams(incoming)
  checkStanding(post.page)
  if (booleanParam(params, 'is_published')) {
    if (post.publishedAtMs !== null && graph.rules.republish_is_error)
      refuse({ message: '(#100) The post is published already.', code: 100 })
    publish(graph, post, graph.world.clock.ms())
  }
  if (params.scheduled_publish_time !== undefined)
    post.scheduledMs = scheduleIn(graph, { ...params, published: 'false' }, latest.post)
  if (params.message === undefined) return
  checkMessage(graph, params.message)
  post.message = params.message
  post.editedAtMs = graph.world.clock.ms()
  if (post.publishedAtMs !== null) record(graph, post, 'edit')
}

export function remove(graph: Graph, post: Post): void {
  post.deleted = true
  graph.posts.delete(post.id)
  if (post.publishedAtMs !== null) record(graph, post, 'delete')
}

function listed(graph: Graph, incoming: Incoming, edge: string, rowsOf: (page: Page) => readonly Post[]): object {
  const page = pageOf(graph, incoming, incoming.params.page ?? '', toRead)
  const params = readAllParams(incoming)
  const bound = (name: 'since' | 'until'): number | null => {
    const text = params[name]
    if (text === undefined || text === '') return null
    return instantOf(text) ?? badParam(`Param ${name} must be a time`)
  }
  const [since, until] = [bound('since'), bound('until')]
  const lagMs = edge === 'scheduled_posts' ? 0 : graph.rules.listing_lag_ms
  const rows = rowsOf(page).filter((post) => {
    const atMs = post.publishedAtMs ?? post.createdAtMs
    // `since` and `until` are whole seconds.
    const atS = Math.floor(atMs / 1_000) * 1_000
    if (atMs + lagMs > graph.world.clock.ms()) return false
    return (since === null || atS >= since) && (until === null || atS <= until)
  })
  const show = (post: Post) => shown(postShape(graph, post), params.fields, ['created_time', 'message', 'id'], 'Post')
  return paged(pagingOf(graph), { rows, idOf: ({ id }) => id, show, params, path: `/${page.id}/${edge}` })
}
