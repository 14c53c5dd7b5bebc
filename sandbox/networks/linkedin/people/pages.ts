import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import type { Platform } from '../state/platform.ts'
import { notFound } from '../wire/refusals.ts'

/** The targets of permalinks to posts, and the images of members and organizations. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const show = (path: string): Route =>
    route('GET', path, 'getPostPage', noToken, ({ params }) => {
      const post = platform.posts.get(params.urn ?? '') ?? notFound(params.urn ?? '')
      return toFeed(platform, post.author.name, post.urn)
    })
  const who = (path: string): Route =>
    route('GET', path, 'getProfilePage', noToken, ({ params }) => toFeed(platform, params.name ?? ''))
  return [
    show('/feed/update/:urn'),
    show('/feed/update/:urn/'),
    who('/in/:name'),
    who('/in/:name/'),
    who('/company/:name'),
    who('/company/:name/'),
    route('GET', '/pictures/:kind/:name', 'getPicture', noToken, ({ params, query }) =>
      drawImage(platform, params, Number(query.get('e'))),
    ),
  ]
}

/** The URL of an image expires after some weeks, as in the real network. */
function drawImage({ world }: Platform, { name = '' }: Readonly<Record<string, string>>, untilSeconds: number) {
  if (!(untilSeconds * 1_000 > world.clock.ms())) return { status: 403 }
  return drawAvatar(name)
}
