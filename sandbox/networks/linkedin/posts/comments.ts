import { ok } from '../../../core/http/request.ts'
import { noToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { authorFor, type Caller, checkReads, needs } from '../auth/callers.ts'
import { fileFor } from '../media/assets.ts'
import type { Platform } from '../state/platform.ts'
import { type Asset, type Author, type Comment, isOrganization, type Post } from '../state/records.ts'
import { listOf, textIn, treeOf } from '../wire/fields.ts'
import { invalidValue, missing, no, notAllowed, notFound } from '../wire/refusals.ts'
import { type Call, rest } from '../wire/rest.ts'
import { integerIn, onlyParameters, textOf, urnOf } from '../wire/restli.ts'
import { postAt } from './posts.ts'
import { recordComment } from './publish.ts'

/** Comments under a post, and the replies to them. */
export function commentRoutes(platform: Platform): readonly Route[] {
  const versioned = rest(platform)
  const path = '/rest/socialActions/:urn/comments'
  return [
    versioned('POST', path, 'createComment', { accepts: ['json'], writes: true }, (call) => {
      const comment = create(platform, call)
      return { status: 201, headers: { 'x-restli-id': comment.id }, body: shownComment(comment) }
    }),
    versioned('GET', path, 'getComments', noToken, ({ caller, incoming, query }) => {
      onlyParameters(query, ['start', 'count', 'fields'])
      const { post, parent } = findCommentTarget(platform, incoming.params.urn)
      checkReads(platform, caller, post.author, 'partnerApiSocialActions.comments.GET_ALL')
      const start = integerIn(query, 'start', { max: 100_000, usual: 0 })
      const count = integerIn(query, 'count', { max: 100, usual: 10 })
      const rows = post.comments.filter((one) => !one.deleted && one.parent === parent)
      const elements = rows.slice(start, start + count).map(shownComment)
      return ok({ elements, paging: { start, count, total: rows.length, links: [] } })
    }),
    versioned('DELETE', `${path}/:id`, 'deleteComment', { writes: true }, ({ caller, incoming, query }) => {
      onlyParameters(query, ['actor'])
      const what = 'partnerApiSocialActions.comments.DELETE'
      const actor = commenterFor(platform, caller, textOf(query, 'actor') ?? caller.member.urn, {
        field: 'actor',
        what,
      })
      const { post } = findCommentTarget(platform, incoming.params.urn)
      const comment = post.comments.find(({ id, deleted }) => id === incoming.params.id && !deleted)
      if (!comment) return notFound(incoming.params.id ?? '')
      if (comment.author !== actor) notAllowed(what)
      comment.deleted = true
      platform.comments.delete(comment.urn)
      recordComment(platform, comment, 'delete')
      return { status: 204 }
    }),
  ]
}

/** Returns the post or comment of the URN. For `activityLagMs` after its creation, a post is not known here yet. */
function findCommentTarget(
  platform: Platform,
  value: unknown,
): { readonly post: Post; readonly parent: Comment | null } {
  const field = 'socialActions'
  const { text, type } = urnOf(value, field, ['share', 'ugcPost', 'activity', 'comment'])
  if (type === 'comment') {
    const parent = platform.comments.get(text) ?? notFound(text)
    return { post: parent.post, parent }
  }
  const post = postAt(platform, text, field)
  if (platform.world.clock.ms() - post.createdAtMs < platform.rules.activityLagMs)
    no(404, { code: 'NOT_FOUND', message: `Unable to obtain activity for ${text}` })
  return { post, parent: null }
}

/** Returns the author of a comment. Comments have their own scopes, which an app that may only share lacks. */
function commenterFor(platform: Platform, caller: Caller, value: unknown, of: { field: string; what: string }): Author {
  const author = authorFor(platform, caller, value, of)
  needs(caller, [isOrganization(author) ? 'w_organization_social_feed' : 'w_member_social_feed'], of.what)
  return author
}

function create(platform: Platform, { caller, incoming, body }: Call): Comment {
  const what = 'partnerApiSocialActions.comments.CREATE'
  const given = treeOf(body, '/', ['actor', 'object', 'message', 'parentComment', 'content'])
  const author = commenterFor(platform, caller, given.actor ?? missing('/actor'), { field: '/actor', what })
  const place = findCommentTarget(platform, incoming.params.urn)
  const { post } = place
  const object = urnOf(given.object ?? missing('/object'), '/object', ['share', 'ugcPost', 'activity'])
  if (platform.posts.get(object.text) !== post) invalidValue('/object', given.object)
  const message = treeOf(given.message, '/message', ['text', 'attributes'])
  const text = textIn(message.text, '/message/text', platform.rules.maxComment)
  const image = imageOf(platform, author, given.content)
  if (text.trim() === '' && image === null) missing('/message/text')
  const parent = parentOf(platform, post, given.parentComment) ?? place.parent
  const id = platform.nextId()
  const comment: Comment = {
    id,
    urn: `urn:li:comment:(${post.activity},${id})`,
    post,
    author,
    text,
    parent,
    image,
    createdAtMs: platform.world.clock.ms(),
    deleted: false,
  }
  post.comments.push(comment)
  platform.comments.set(comment.urn, comment)
  recordComment(platform, comment, 'reply')
  return comment
}

function imageOf(platform: Platform, author: Author, value: unknown): Asset | null {
  if (value === undefined) return null
  const [row] = listOf(value, '/content', { min: 1, max: 1 })
  const { entity } = treeOf(row, '/content/0', ['entity'])
  const { image } = treeOf(entity, '/content/0/entity', ['image'])
  return fileFor(platform, author, image, { field: '/content/0/entity/image', kinds: ['image'] })
}

function parentOf(platform: Platform, post: Post, value: unknown): Comment | null {
  if (value === undefined) return null
  const { text } = urnOf(value, '/parentComment', ['comment'])
  const parent = platform.comments.get(text)
  return parent?.post === post ? parent : invalidValue('/parentComment', value)
}

const shownComment = ({ id, urn, post, author, text, parent, image, createdAtMs }: Comment): object => ({
  id,
  commentUrn: urn,
  actor: author.urn,
  agent: author.urn,
  object: post.activity,
  message: { attributes: [], text },
  ...(parent ? { parentComment: parent.urn } : {}),
  ...(image ? { content: [{ type: 'IMAGE', entity: { digitalmediaAsset: image.urn } }] } : {}),
  created: { actor: author.urn, time: createdAtMs },
  lastModified: { actor: author.urn, time: createdAtMs },
})
