import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { bodyOf } from '../media/media.ts'
import type { Platform } from '../state/platform.ts'
import { forbidden, no, notFound } from '../wire/problems.ts'
import { draftOf } from './draft.ts'
import { publish, unpublish } from './publish.ts'
import { writtenOf } from './written.ts'

const writing = ['tweet.read', 'tweet.write', 'users.read']

/** The routes that publish and delete posts. */
export function postRoutes(platform: Platform): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/2/tweets',
      call: 'createPost',
      accepts: ['json'],
      token: 'access',
      writes: true,
      handle(incoming) {
        const person = requireCaller(platform, incoming, { scopes: writing })
        const post = publish(platform, person, draftOf(platform, person, bodyOf(incoming)))
        const { text } = writtenOf(platform, post)
        return { status: 201, body: { data: { id: post.id, text, edit_history_post_ids: [post.id] } } }
      },
    },
    {
      method: 'DELETE',
      path: '/2/tweets/:id',
      call: 'deletePost',
      token: 'access',
      writes: true,
      handle(incoming) {
        const person = requireCaller(platform, incoming, { scopes: writing })
        const id = incoming.params.id ?? ''
        const post = platform.posts.get(id)
        if (!post) return no(404, { title: 'Not Found Error', ...notFound({ name: 'id', value: id, kind: 'tweet' }) })
        if (post.person !== person) return forbidden('You are not authorized to delete this Tweet.')
        unpublish(platform, post)
        return { status: 200, body: { data: { deleted: true } } }
      },
    },
  ]
}
