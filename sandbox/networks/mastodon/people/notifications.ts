import { route, withToken } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { shownAccount, shownStatus } from '../posts/present.ts'
import { canSee } from '../posts/sight.ts'
import type { Instance } from '../state/platform.ts'
import type { Notification } from '../state/records.ts'
import { linkHeader, pageOf, pick } from '../wire/paging.ts'
import { listOf, readAllParams } from '../wire/params.ts'

/** Lists an account's notifications. A server before 4.5 knows no quotes, so it has none of that type. */
export function notificationRoutes(instance: Instance): readonly Route[] {
  return [
    route('GET', '/api/v1/notifications', 'listNotifications', withToken, (incoming) => {
      const { account } = requireCaller(instance, incoming, 'read:notifications')
      const params = readAllParams(incoming)
      const [types, excluded] = [listOf(params, 'types'), listOf(params, 'exclude_types')]
      const page = pageOf(incoming, { usual: 40, max: 80 })
      const picked = pick(
        account.notifications,
        page,
        ({ type, status }) =>
          (types.length === 0 || types.includes(type)) && !excluded.includes(type) && canSee(status, account),
      )
      const headers = linkHeader(instance.base(), incoming, picked, page.limit)
      return { status: 200, headers, body: picked.map((one) => shown(instance, one)) }
    }),
  ]
}

const shown = (instance: Instance, { id, type, status, createdAt }: Notification): object => ({
  id,
  type,
  created_at: createdAt.toISOString(),
  group_key: `ungrouped-${id}`,
  account: shownAccount(instance, status.account),
  status: shownStatus(instance, status),
})
