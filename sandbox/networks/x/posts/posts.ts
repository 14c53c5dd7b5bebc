import { ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { bodyOf } from '../media/media.ts'
import type { Platform } from '../state/platform.ts'
import { forbidden, no, notFound } from '../wire/problems.ts'
import { draftOf } from './draft.ts'
import { publish, unpublish } from './publish.ts'
import { writtenOf } from './written.ts'

const publishing = ['tweet.read', 'tweet.write', 'users.read']

/** The routes that publish and delete posts. */
export function postRoutes(platform: Platform): readonly Route[] {
  return [
    route('POST', '/2/tweets', 'createPost', { ...writing, accepts: ['json'] }, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes: publishing })
      const post = publish(platform, person, draftOf(platform, person, bodyOf(incoming)))
      const { text } = writtenOf(platform, post)
      return { status: 201, body: { data: { id: post.id, text, edit_history_post_ids: [post.id] } } }
    }),
    route('DELETE', '/2/tweets/:id', 'deletePost', writing, (incoming) => {
      const person = requireCaller(platform, incoming, { scopes: publishing })
      const id = incoming.params.id ?? ''
      const post = platform.posts.get(id)
      if (!post) return no(404, { title: 'Not Found Error', ...notFound({ name: 'id', value: id, kind: 'tweet' }) })
      if (post.person !== person) return forbidden('You are not authorized to delete this Tweet.')
      unpublish(platform, post)
      return ok({ data: { deleted: true } })
    }),
  ]
}
