import { ownFailure } from '#connectors/api/json-api.ts'
import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import type { GraphCall } from '#connectors/meta/graph-call.ts'
import { actOnItem } from '#connectors/meta/inbox/act-on-item.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { ask } from '../api.ts'
import type { Grant } from '../auth/grant.ts'

/** Hides replies directly below the account's posts, with those below them, and deletes the account's own replies. */
export const acts: InboxActs<Grant> = {
  hide: {
    of: 'top',
    needs: ['threads_manage_replies'],
    run: (call, item, wanted) =>
      change(call, item, {
        change: {
          name: 'manageReply',
          method: 'POST',
          path: `${pathOf(item)}/manage_reply`,
          params: { hide: String(wanted) },
        },
        mayBeGone: !wanted,
      }),
  },
  remove: {
    of: 'own',
    needs: ['threads_delete'],
    run(call, item) {
      if (!item.isOwn) throw ownFailure(itemMissing)
      return change(call, item, {
        change: { name: 'deleteThread', method: 'DELETE', path: pathOf(item) },
        mayBeGone: true,
      })
    },
  },
}

const pathOf = ({ remoteId }: ActedOn): string => `/${encodeURIComponent(remoteId)}`

const change = (
  { http, grant: { token } }: InboxCall<Grant>,
  item: ActedOn,
  { change: made, mayBeGone }: { readonly change: GraphCall; readonly mayBeGone: boolean },
): Promise<void> =>
  actOnItem({
    act: () => ask(http, { ...made, token }),
    read: () => ask(http, { name: 'getThread', method: 'GET', path: pathOf(item), params: { fields: 'id' }, token }),
    mayBeGone,
  })
