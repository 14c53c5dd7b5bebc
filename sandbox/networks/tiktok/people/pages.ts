import type { Answer } from '../../../core/http/request.ts'
import { noToken, route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { refusal } from '../wire/envelope.ts'

/** The pages behind the permalinks of posts and people, and people's avatars, whose URLs expire. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const missing = () => refusal(platform, 404, 'not_found')
  const nameOf = (handle = '') => handle.slice(1).replace('.', '-')
  const showPost = (handle = '', id = ''): Answer => {
    const post = platform.posts.get(id)
    if (!post || post.deleted || post.person.name !== nameOf(handle)) return missing()
    return toFeed(platform, post.person.name, post.id)
  }
  const isHandle = ({ handle }: Readonly<Record<string, string>>) => handle?.startsWith('@') ?? false
  return [
    ...(['video', 'photo'] as const).map(
      (kind): Route =>
        route('GET', `/:handle/${kind}/:id`, 'getPostPage', { only: isHandle }, ({ params }) =>
          showPost(params.handle, params.id),
        ),
    ),
    route('GET', '/:handle', 'getProfilePage', { only: isHandle }, ({ params }) =>
      platform.person(nameOf(params.handle)) ? toFeed(platform, nameOf(params.handle)) : missing(),
    ),
    route('GET', '/avatars/:name', 'getAvatar', noToken, ({ params, query }) => {
      const endsMs = Number(query.get('x-expires')) * 1_000
      return endsMs > platform.world.clock.ms() ? drawAvatar(params.name ?? '') : { status: 403, body: 'Access Denied' }
    }),
  ]
}

const avatarMs = 7_200_000

export const avatarOf = (platform: Platform, { name }: Person): string =>
  `${platform.base()}/avatars/${name}?x-expires=${Math.ceil((platform.world.clock.ms() + avatarMs) / 1_000)}`

export const profileOf = (platform: Platform, person: Person): string => `${platform.base()}/@${usernameOf(person)}`

export const linkOf = (platform: Platform, { person, kind, id }: Post): string =>
  `${profileOf(platform, person)}/${kind}/${id}`
