import { ok } from '../../../core/http/request.ts'
import { noToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { authorFor, type Caller, checkReads } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import { isOrganization, type Post } from '../state/records.ts'
import { treeOf } from '../wire/fields.ts'
import { missing, no, notAllowed, notFound } from '../wire/refusals.ts'
import { type Call, rest } from '../wire/rest.ts'
import { integerIn, onlyParameters, textOf, urnOf } from '../wire/restli.ts'
import { draftOf, writtenOf } from './draft.ts'
import { publish, record, unpublish } from './publish.ts'

/** Creates, changes, reads and deletes posts. The URN of a new post is in a header, and the body is empty. */
export function postRoutes(platform: Platform): readonly Route[] {
  const versioned = rest(platform)
  return [
    versioned('POST', '/rest/posts', 'createPost', { accepts: ['json'], writes: true }, ({ caller, body }) => {
      const post = publish(platform, draftOf(platform, caller, body))
      return { status: 201, headers: { 'x-restli-id': post.urn } }
    }),
    versioned('GET', '/rest/posts', 'getPosts', noToken, (call) => ok(postsOf(platform, call))),
    versioned('GET', '/rest/posts/:urn', 'getPost', noToken, ({ caller, incoming, query }) => {
      onlyParameters(query, ['viewContext', 'fields'])
      const post = postAt(platform, incoming.params.urn)
      checkReads(platform, caller, post.author, 'posts.GET')
      return ok(shownPost(post))
    }),
    versioned(
      'POST',
      '/rest/posts/:urn',
      'updatePost',
      { accepts: ['json'], writes: true },
      ({ caller, incoming, body }) => {
        if (incoming.headers['x-restli-method']?.toString().toUpperCase() !== 'PARTIAL_UPDATE')
          no(400, { code: 'ILLEGAL_ARGUMENT', message: 'The header X-RestLi-Method must be PARTIAL_UPDATE' })
        const post = own(platform, caller, incoming.params.urn, 'posts.PARTIAL_UPDATE')
        const patch = treeOf(treeOf(body, '/', ['patch']).patch, '/patch', ['$set'])
        const { commentary } = treeOf(patch.$set, '/patch/$set', ['commentary'])
        const written = writtenOf(platform, commentary ?? missing('/patch/$set/commentary'))
        Object.assign(post, written, { editedAtMs: platform.world.clock.ms() })
        record(platform, post, 'edit')
        return { status: 204 }
      },
    ),
    versioned('DELETE', '/rest/posts/:urn', 'deletePost', { writes: true }, ({ caller, incoming }) => {
      const { text } = urnOf(incoming.params.urn, 'posts', names)
      // Deleting a deleted post succeeds.
      if (platform.posts.has(text)) unpublish(platform, own(platform, caller, text, 'posts.DELETE'))
      return { status: 204 }
    }),
  ]
}

const names = ['share', 'ugcPost', 'activity']

export function postAt(platform: Platform, urn: unknown, field = 'posts'): Post {
  const { text } = urnOf(urn, field, names)
  return platform.posts.get(text) ?? notFound(text)
}

function own(platform: Platform, caller: Caller, urn: unknown, what: string): Post {
  const post = postAt(platform, urn)
  const { author } = post
  const isOwn = author === caller.member || (isOrganization(author) && author.owner === caller.member)
  if (!isOwn) notAllowed(what)
  authorFor(platform, caller, author.urn, { field: '/author', what })
  return post
}

function postsOf(platform: Platform, { caller, query }: Call): object {
  onlyParameters(query, ['q', 'author', 'start', 'count', 'sortBy', 'isDsc', 'viewContext', 'fields'])
  if (textOf(query, 'q') !== 'author') missing('q')
  const { text } = urnOf(textOf(query, 'author') ?? missing('author'), 'author', ['person', 'organization'])
  const author = platform.author(text)
  if (author === null) return notAllowed('posts.FINDER-author')
  checkReads(platform, caller, author, 'posts.FINDER-author')
  const start = integerIn(query, 'start', { max: 100_000, usual: 0 })
  const count = integerIn(query, 'count', { max: 100, usual: 10 })
  const sortBy = textOf(query, 'sortBy') ?? 'LAST_MODIFIED'
  if (!['LAST_MODIFIED', 'CREATED'].includes(sortBy))
    no(400, { code: 'INVALID_VALUE_FOR_FIELD', message: `sortBy :: ${sortBy} is not a member of the enumeration` })
  const visibleMs = platform.world.clock.ms() - platform.rules.listingLagMs
  const all = (platform.ofAuthor.get(author) ?? []).filter(
    ({ deleted, createdAtMs }) => !deleted && createdAtMs <= visibleMs,
  )
  // The sort keeps the order of posts with the same time.
  const rows = sortBy === 'CREATED' ? [...all].reverse() : [...all].reverse().sort((a, b) => changed(b) - changed(a))
  const elements = rows.slice(start, start + count).map(shownPost)
  return { elements, paging: { start, count, total: rows.length, links: [] } }
}

const changed = ({ createdAtMs, editedAtMs }: Post): number => editedAtMs ?? createdAtMs

function shownPost(post: Post): object {
  const { createdAtMs } = post
  return {
    id: post.urn,
    author: post.author.urn,
    commentary: post.commentary,
    visibility: post.visibility,
    distribution: {
      feedDistribution: post.feedDistribution,
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...(post.content === null ? {} : { content: post.content }),
    ...(post.parent ? { reshareContext: { parent: post.parent.urn, root: post.parent.urn } } : {}),
    lifecycleState: 'PUBLISHED',
    lifecycleStateInfo: { isEditedByAuthor: post.editedAtMs !== null },
    isReshareDisabledByAuthor: post.isReshareDisabled,
    createdAt: createdAtMs,
    publishedAt: createdAtMs,
    lastModifiedAt: changed(post),
  }
}
