import type { Answer } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { escaped } from '../../../core/pages/pages.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { type Platform, usernameOf } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { refusal } from '../wire/envelope.ts'

/** The pages behind the permanent links of posts and people, and the avatars of people, whose URLs expire. */
export function pageRoutes(platform: Platform): readonly Route[] {
  const missing = () => refusal(platform, 404, 'not_found')
  const to = (where: string): Answer => ({
    status: 302,
    headers: { location: `${platform.world.url()}/feed/tiktok/${where}` },
  })
  const nameOf = (handle = '') => handle.slice(1).replace('.', '-')
  const showPost = (handle = '', id = ''): Answer => {
    const post = platform.posts.get(id)
    if (!post || post.deleted || post.person.name !== nameOf(handle)) return missing()
    return to(`${post.person.name}#${post.id}`)
  }
  const isHandle = ({ handle }: Readonly<Record<string, string>>) => handle?.startsWith('@') ?? false
  return [
    ...(['video', 'photo'] as const).map(
      (kind): Route => ({
        method: 'GET',
        path: `/:handle/${kind}/:id`,
        call: 'getPostPage',
        only: isHandle,
        handle: ({ params }) => showPost(params.handle, params.id),
      }),
    ),
    {
      method: 'GET',
      path: '/:handle',
      call: 'getProfilePage',
      only: isHandle,
      handle: ({ params }) => (platform.person(nameOf(params.handle)) ? to(nameOf(params.handle)) : missing()),
    },
    {
      method: 'GET',
      path: '/avatars/:name',
      call: 'getAvatar',
      handle({ params, query }) {
        const endsMs = Number(query.get('x-expires')) * 1_000
        return endsMs > platform.world.clock.ms() ? drawn(params.name ?? '') : { status: 403, body: 'Access Denied' }
      },
    },
  ]
}

const avatarMs = 7_200_000

export const avatarOf = (platform: Platform, { name }: Person): string =>
  `${platform.base()}/avatars/${name}?x-expires=${Math.ceil((platform.world.clock.ms() + avatarMs) / 1_000)}`

export const profileOf = (platform: Platform, person: Person): string => `${platform.base()}/@${usernameOf(person)}`

export const linkOf = (platform: Platform, { person, kind, id }: Post): string =>
  `${profileOf(platform, person)}/${kind}/${id}`

function drawn(name: string): Answer {
  const letter = escaped(displayNameOf(name).slice(0, 1))
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#25f4ee"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="#161823">${letter}</text></svg>`,
  }
}
