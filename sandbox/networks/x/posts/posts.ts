import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { bodyOf } from '../media/media.ts'
import type { Platform } from '../state/platform.ts'
import type { Post } from '../state/records.ts'
import { checked, type Shape } from '../wire/checks.ts'
import { forbidden, no, notFound } from '../wire/problems.ts'
import { draftOf } from './draft.ts'
import { publish, unpublish } from './publish.ts'
import { rootOf } from './reading.ts'
import { writtenOf } from './written.ts'

const hiddenShape: Shape = { is: 'object', needs: ['hidden'], of: { hidden: { is: 'flag' } } }
const publishing = ['tweet.read', 'tweet.write', 'users.read']

/** The routes that publish and delete posts. */
export function postRoutes(platform: Platform): readonly Route[] {
  function find({ params }: Incoming): Post {
    const id = params.id ?? ''
    return (
      platform.posts.get(id) ??
      no(404, { title: 'Not Found Error', ...notFound({ name: 'id', value: id, kind: 'tweet' }) })
    )
  }
  return [
    route('POST', '/2/tweets', 'createPost', { ...writing, accepts: ['json'] }, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes: publishing })
      const post = publish(platform, person, draftOf(platform, person, bodyOf(incoming)))
      const { text } = writtenOf(platform, post)
      return { status: 201, body: { data: { id: post.id, text, edit_history_post_ids: [post.id] } } }
    }),
    route('PUT', '/2/tweets/:id/hidden', 'hideReply', { ...writing, accepts: ['json'] }, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes: ['tweet.read', 'tweet.moderate.write', 'users.read'] })
      const { hidden } = checked(bodyOf(incoming), hiddenShape)
      const post = find(incoming)
      if (!post.replyTo || rootOf(post).person !== person || post.person === person)
        return forbidden('You are not allowed to hide or unhide this reply.')
      post.hidden = hidden === true
      return ok({ data: { hidden: post.hidden } })
    }),
    route('DELETE', '/2/tweets/:id', 'deletePost', writing, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes: publishing })
      const post = find(incoming)
      if (post.person !== person) return forbidden('You are not authorized to delete this Tweet.')
      unpublish(platform, post)
      return ok({ data: { deleted: true } })
    }),
  ]
}
