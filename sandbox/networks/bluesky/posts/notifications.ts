import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Notices } from '../state/notices.ts'
import { isSeen, type Repo } from '../state/repo.ts'
import { limitOf } from '../wire/input.ts'
import type { Views } from './views.ts'

interface NotificationDeps {
  readonly sessions: Sessions
  readonly notices: Notices
  readonly repo: Repo
  readonly views: Pick<Views, 'author'>
}

/** Lists the signed-in account's notifications, newest first. Nothing here marks them as read. */
export function notificationRoutes({ sessions, notices, repo, views }: NotificationDeps): readonly Route[] {
  function list(incoming: Incoming) {
    const account = sessions.signedIn(incoming)
    const limit = limitOf(incoming, { max: 100, usual: 50 })
    const reasons = incoming.query.getAll('reasons')
    const cursor = incoming.query.get('cursor')
    const all = notices
      .of(account)
      .filter(({ reason }) => reasons.length === 0 || reasons.includes(reason))
      .toReversed()
    const from = cursor === null ? 0 : all.findIndex(({ uri }) => uri === cursor) + 1
    const page = all.slice(from, from + limit)
    const last = page.at(-1)
    return {
      notifications: page.flatMap(({ uri, reason, subject }) => {
        const stored = repo.find(uri)
        if (!isSeen(stored)) return []
        return {
          uri,
          cid: stored.cid,
          author: views.author(stored.account),
          reason,
          ...(subject === null ? {} : { reasonSubject: subject }),
          record: stored.value,
          isRead: false,
          indexedAt: stored.indexedAt.toISOString(),
          labels: [],
        }
      }),
      ...(last && from + limit < all.length ? { cursor: last.uri } : {}),
    }
  }

  return [
    route('GET', '/xrpc/app.bsky.notification.listNotifications', 'listNotifications', withToken, (incoming) =>
      ok(list(incoming)),
    ),
  ]
}
