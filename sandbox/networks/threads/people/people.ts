import { ok } from '../../../core/http/request.ts'
import { noToken, route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import { displayNameOf } from '../../../core/people/accounts.ts'
import { shown } from '../../meta/fields.ts'
import { readAllParams } from '../../meta/params.ts'
import { usernameOf } from '../../meta/people.ts'
import { noObject } from '../../meta/refusals.ts'
import { requireSelf } from '../auth/callers.ts'
import { isThere } from '../posts/posts.ts'
import { type Platform, version } from '../state/platform.ts'
import type { Person } from '../state/records.ts'

/** The routes that return the signed-in person, and the pages behind the permanent links of people and posts. */
export function peopleRoutes(platform: Platform): readonly Route[] {
  const nameOf = (handle = '') => handle.slice(1).replace('.', '-')
  const isHandle = ({ handle }: Readonly<Record<string, string>>) => handle?.startsWith('@') ?? false
  return [
    route(
      'GET',
      `${version}/:user`,
      'getMe',
      { ...withToken, only: ({ user = '' }) => user === 'me' || platform.personById(user) !== null },
      (incoming) => ok(shownPerson(platform, requireSelf(platform, incoming), readAllParams(incoming).fields)),
    ),
    route('GET', '/:handle', 'getProfilePage', { only: isHandle }, ({ params }) =>
      platform.person(nameOf(params.handle)) ? toFeed(platform, nameOf(params.handle)) : noObject('that'),
    ),
    route('GET', '/:handle/post/:code', 'getPostPage', { only: isHandle }, ({ params }) => {
      const person = platform.person(nameOf(params.handle))
      const post = person?.posts.find((one) => one.shortcode === params.code && isThere(platform, one))
      return person && post ? toFeed(platform, person.name, post.id) : noObject('that')
    }),
    route('GET', '/pictures/:name', 'getPicture', noToken, ({ params, query }) => {
      const endsMs = Number(query.get('oe')) * 1_000
      return endsMs > platform.world.clock.ms()
        ? drawAvatar(params.name ?? '')
        : { status: 403, body: 'URL signature expired' }
    }),
  ]
}

const imageMs = 7_200_000

function shownPerson(platform: Platform, person: Person, fields: string | undefined): object {
  const { world } = platform
  const endsS = Math.ceil((world.clock.ms() + imageMs) / 1_000)
  return shown(
    {
      id: () => person.id,
      username: () => usernameOf(person),
      name: () => displayNameOf(person.name),
      threads_profile_picture_url: () => `${platform.base()}/pictures/${person.name}?oe=${endsS}`,
      threads_biography: () => '',
      is_verified: () => false,
    },
    fields,
    ['id', 'username'],
    'ThreadsUser',
  )
}
