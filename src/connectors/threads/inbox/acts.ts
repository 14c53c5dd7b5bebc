import { ownFailure } from '#connectors/api/json-api.ts'
import type { InboxActs } from '#connectors/contract/inbox-acts.ts'
import { actsBy, pathOf } from '#connectors/meta/inbox/act-on-item.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { ask } from '../api.ts'
import type { Grant } from '../auth/grant.ts'

const change = actsBy<Grant>(
  ({ http, grant: { token } }) =>
    (call) =>
      ask(http, { ...call, token }),
  'getThread',
)
const remove = change((item) => ({ name: 'deleteThread', method: 'DELETE', path: pathOf(item) }), { mayBeGone: true })

/** Hides replies directly below the account's posts, with those below them, and deletes the account's own replies. */
export const acts: InboxActs<Grant> = {
  hide: {
    of: 'top',
    needs: ['threads_manage_replies'],
    run: change((item, wanted) => ({
      name: 'manageReply',
      method: 'POST',
      path: `${pathOf(item)}/manage_reply`,
      params: { hide: String(wanted) },
    })),
  },
  remove: {
    of: 'own',
    needs: ['threads_delete'],
    async run(call, item, wanted) {
      if (!item.isOwn) throw ownFailure(itemMissing)
      await remove(call, item, wanted)
    },
  },
}
