import type { Incoming } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import type { Platform } from '../state/platform.ts'
import { problem } from '../wire/problems.ts'

/** The pages behind the permalinks of posts, and people's avatars. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const showPost = ({ params }: Incoming) => {
    const post = platform.posts.get(params.id ?? '')
    return post
      ? toFeed(platform, post.person.name, post.id)
      : problem(404, { title: 'Not Found', detail: 'Not Found' })
  }
  return [
    route('GET', '/i/web/status/:id', 'getPostPage', noToken, showPost),
    route('GET', '/:username/status/:id', 'getPostPage', noToken, showPost),
    route('GET', '/avatars/:file', 'getAvatar', noToken, ({ params }) => drawAvatar(params.file ?? '')),
  ]
}
