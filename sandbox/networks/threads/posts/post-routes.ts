import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { paged } from '../../meta/paging.ts'
import { booleanParam, instant, instantOf, readAllParams } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { badParam } from '../../meta/refusals.ts'
import { requireCaller, requireSelf } from '../auth/callers.ts'
import { type Platform, pagingOf, version } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { absent, checkStanding, notFound } from '../wire/failures.ts'
import { shownContainer } from './containers.ts'
import { findPost, isThere, permalinkOf, remove, repost, rootOf } from './posts.ts'
import { checkQuota } from './quotas.ts'
import { linksIn } from './text.ts'

/** The routes that read, list, repost, hide and delete posts. */
export function mediaRoutes(platform: Platform): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  const list = (edge: string, call: string, scopes: readonly string[], rowsOf: (person: Person) => readonly Post[]) =>
    route(
      'GET',
      `${version}/:user/${edge}`,
      call,
      { ...withToken, only: ({ user = '' }) => user === 'me' || platform.personById(user) !== null },
      (incoming) => listed(platform, incoming, rowsOf(requireSelf(platform, incoming, ...scopes)), edge),
    ) satisfies Route
  const under = (edge: string, call: string, rowsOf: (post: Post) => readonly Post[]): Route =>
    route('GET', `${version}/:id/${edge}`, call, withToken, (incoming) => {
      const post = requireOwnPost(platform, incoming, 'threads_read_replies')
      const rows = rowsOf(post)
      const isReversed = !platform.rules.ranksReplies && (booleanParam(readAllParams(incoming), 'reverse') ?? true)
      return listed(platform, incoming, isReversed ? rows.toReversed() : rows, edge)
    })
  const below = (fits: (reply: Post) => boolean) =>
    [...platform.posts.values()].filter((one) => isThere(platform, one) && fits(one))
  return [
    list('threads', 'listThreads', [], ({ posts }) => posts.filter(({ draft }) => draft.replyTo === null).toReversed()),
    list('replies', 'listReplies', ['threads_read_replies'], ({ posts }) =>
      posts.filter(({ draft }) => draft.replyTo !== null).toReversed(),
    ),
    under('replies', 'getReplies', (post) => below(({ draft }) => draft.replyTo === post)),
    under('conversation', 'getConversation', (post) => below((one) => one !== post && rootOf(one) === post)),
    route(
      'GET',
      `${version}/:id`,
      'getThread',
      {
        ...withToken,
        calls: {
          names: ['getThread', 'getContainer'],
          of: ({ params }) => (platform.containers.has(params.id ?? '') ? 'getContainer' : 'getThread'),
        },
      },
      (incoming) => {
        const { person } = requireCaller(platform, incoming)
        const { id = '' } = incoming.params
        const { fields } = readAllParams(incoming)
        const container = platform.containers.get(id)
        if (container?.person === person) return ok(shownContainer(platform, container, fields))
        return ok(shownPost(platform, person, requireOwnPost(platform, incoming), fields))
      },
    ),
    route('DELETE', `${version}/:id`, 'deleteThread', { ...writing, accepts }, (incoming) => {
      const { person } = requireCaller(platform, incoming, 'threads_delete')
      const { id = '' } = incoming.params
      const post = findPost(platform, id)
      if (post?.person !== person) return absent(platform, id, 'delete')
      checkQuota(platform, person, 'deletes')
      person.deletesMs.push(platform.world.clock.ms())
      remove(platform, post)
      return ok({ success: true, deleted_id: id })
    }),
    route('POST', `${version}/:id/repost`, 'repost', { ...writing, accepts }, (incoming) => {
      const { person } = requireCaller(platform, incoming, 'threads_content_publish')
      const { id = '' } = incoming.params
      const post = findPost(platform, id) ?? notFound(id)
      if (post.person.isPrivate && post.person !== person) notFound(id)
      checkStanding(platform, person)
      return ok({ id: repost(platform, person, post.reposted ?? post).id })
    }),
    route('POST', `${version}/:id/manage_reply`, 'manageReply', { ...writing, accepts }, (incoming) => {
      const post = requireOwnPost(platform, incoming, 'threads_manage_replies')
      const hide = booleanParam(readAllParams(incoming), 'hide') ?? badParam('The parameter hide is required')
      const { replyTo } = post.draft
      if (replyTo === null || rootOf(replyTo) !== replyTo) badParam('Only top-level replies can be hidden.')
      post.isHidden = hide
      return ok({ success: true })
    }),
  ]
}

/** Returns a post of the caller, or a reply to one. */
export function requireOwnPost(platform: Platform, incoming: Incoming, ...scopes: readonly string[]): Post {
  const { person } = requireCaller(platform, incoming, ...scopes)
  const { id = '' } = incoming.params
  const post = findPost(platform, id)
  const isOwn = post?.person === person || (post !== null && rootOf(post).person === person)
  return post && isOwn ? post : absent(platform, id, incoming.method === 'POST' ? 'post' : 'get')
}

function listed(platform: Platform, incoming: Incoming, posts: readonly Post[], edge: string) {
  const { rules, world } = platform
  const params = readAllParams(incoming)
  const [since, until] = [instantIn(params.since), instantIn(params.until)]
  const latestMs = Math.min(until ?? Number.POSITIVE_INFINITY, world.clock.ms() - rules.listingLagMs)
  const rows = posts.filter(
    (post) => isThere(platform, post) && post.atMs <= latestMs && post.atMs >= (since ?? Number.NEGATIVE_INFINITY),
  )
  const { user, id } = incoming.params
  const { person } = requireCaller(platform, incoming)
  const show = (post: Post) => shownPost(platform, person, post, params.fields)
  const body = paged(pagingOf(platform), {
    rows,
    idOf: (post) => post.id,
    show,
    params,
    path: `/${user ?? id}/${edge}`,
    isReturned: (post) => !person.restricted.has(post.person),
  })
  return ok(body)
}

const instantIn = (text: string | undefined): number | null =>
  text === undefined ? null : (instantOf(text) ?? badParam('Params since and until must be instants'))

const shownPost = (platform: Platform, caller: Person, post: Post, fields: string | undefined): object =>
  shown(shapeOf(platform, caller, post), fields, ['id'], 'ThreadsMedia')

const types = { TEXT: 'TEXT_POST', IMAGE: 'IMAGE', VIDEO: 'VIDEO', CAROUSEL: 'CAROUSEL_ALBUM' } as const

function shapeOf(platform: Platform, caller: Person, post: Post): Shape {
  const { draft, items, person, reposted } = post
  const { replyTo } = draft
  const [first] = items
  const isOne = items.length === 1
  const some = (text: string | null | undefined) => text || undefined
  return {
    id: () => post.id,
    media_product_type: () => 'THREADS',
    media_type: () => (reposted ? 'REPOST_FACADE' : types[draft.type]),
    media_url: () => (isOne ? first?.file.url : undefined),
    thumbnail_url: () => (isOne && first?.file.kind === 'video' ? first.file.url : undefined),
    permalink: () => permalinkOf(platform, post),
    owner: () => ({ id: person.id }),
    username: () => usernameOf(person),
    text: () => some(draft.text),
    timestamp: () => instant(post.atMs),
    shortcode: () => post.shortcode,
    children: () => (items.length > 1 ? { data: items.map(({ id }) => ({ id })) } : undefined),
    is_quote_post: () => draft.quoted !== null,
    quoted_post: () => (draft.quoted ? { id: draft.quoted.id } : undefined),
    reposted_post: () => (reposted ? { id: reposted.id } : undefined),
    has_replies: () => [...platform.posts.values()].some((one) => one.draft.replyTo === post && !one.deleted),
    is_reply: () => replyTo !== null,
    root_post: () => (replyTo ? { id: rootOf(post).id } : undefined),
    replied_to: () => (replyTo ? { id: replyTo.id } : undefined),
    is_reply_owned_by_me: () => (replyTo ? person === caller : undefined),
    hide_status: () => (replyTo ? (post.isHidden ? 'HIDDEN' : 'NOT_HUSHED') : undefined),
    reply_audience: () => draft.audience.toUpperCase(),
    // A text without a link attachment shows the card of its first link.
    link_attachment_url: () => (draft.type === 'TEXT' ? some(draft.link ?? linksIn(draft.text)[0]) : undefined),
    topic_tag: () => some(draft.topic),
    gif_url: () => (draft.gif ? `https://media.giphy.com/media/${draft.gif}/giphy.gif` : undefined),
    poll_attachment: () => draft.poll ?? undefined,
    alt_text: () => (isOne ? some(first?.alt) : undefined),
  }
}
