import { type Answer, ok } from '../../../core/http/request.ts'
import { noToken, route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { drawAvatar } from '../../../core/pages/posts/draw-avatar.ts'
import { toFeed } from '../../../core/pages/posts/links.ts'
import { type Shape, shown } from '../../meta/fields.ts'
import { readAllParams } from '../../meta/params.ts'
import { noObject } from '../../meta/refusals.ts'
import { accountOf, need, tokenOf } from '../auth/callers.ts'
import { shownPage, shownUser } from '../pages/lists.ts'
import { isThere } from '../posts/find.ts'
import type { Platform } from '../state/platform.ts'
import type { Person, Post } from '../state/records.ts'
import { accountShape } from './account-shape.ts'

/** The account that an app acts for, and the pages behind the permanent links of accounts and posts. */
export function peopleRoutes(platform: Platform): readonly Route[] {
  return [
    route('GET', '/me', 'getMe', withToken, (incoming) => {
      const token = tokenOf(platform, incoming)
      const { fields } = readAllParams(incoming)
      if (token.kind === 'person') return ok(shownUser(token, fields))
      if (token.kind === 'page') return ok(shownPage(platform, token, fields))
      need(token, 'basic')
      const shape = { ...accountShape(platform, token.person), ...ownIds(token.person) }
      const me = shown(shape, fields, ['id'], 'User')
      return ok(platform.rules.listsMe ? { data: [me] } : me)
    }),
    route(
      'GET',
      '/:account',
      'getAccount',
      { ...withToken, only: ({ account = '' }) => platform.personById(account) !== null },
      (incoming) => {
        const shape = accountShape(platform, accountOf(platform, incoming))
        return ok(shown(shape, readAllParams(incoming).fields, ['id'], 'IGUser'))
      },
    ),
  ]
}

/** Returns the IDs: at Instagram, `id` is the app's own ID of an account, and `user_id` the ID for all apps. */
const ownIds = ({ id, appId }: Person): Shape => ({
  id: () => appId,
  user_id: () => id,
  account_type: () => 'BUSINESS',
})

/** The pages behind permanent links, which need no token. */
export function linkRoutes(platform: Platform): readonly Route[] {
  const lead = (path: string, call: string, find: (value: string) => Post | undefined): Route =>
    route('GET', path, call, noToken, ({ params }) => leadTo(platform, find(params.code ?? '')))
  const byCode = (code: string) => [...platform.posts.values()].find(({ shortcode }) => shortcode === code)
  return [
    lead('/p/:code/', 'getPostPage', byCode),
    lead('/reel/:code/', 'getPostPage', byCode),
    lead('/stories/:user/:code', 'getPostPage', (id) => platform.posts.get(id)),
    route('GET', '/pictures/:name', 'getPicture', noToken, ({ params }) => drawAvatar(params.name ?? '')),
  ]
}

const leadTo = (platform: Platform, post: Post | undefined): Answer =>
  post && isThere(platform, post) ? toFeed(platform, post.person.name, post.id) : noObject('that')
