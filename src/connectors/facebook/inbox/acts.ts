import type { InboxActs } from '#connectors/contract/inbox-acts.ts'
import { actsBy, pathOf } from '#connectors/meta/inbox/act-on-item.ts'
import { ask } from '../api.ts'
import { type Grant, tokenOf } from '../auth/grant.ts'

const needs = ['pages_manage_engagement']

const change = actsBy<Grant>(({ http, grant, accountId }) => {
  const token = tokenOf(grant, accountId)
  return (call) => ask(http, { ...call, token })
}, 'getComment')

/** Likes, hides and deletes comments as the page. */
export const acts: InboxActs<Grant> = {
  like: {
    needs,
    run: change((item, wanted) => ({
      name: wanted ? 'likeComment' : 'unlikeComment',
      method: wanted ? 'POST' : 'DELETE',
      path: `${pathOf(item)}/likes`,
    })),
  },
  hide: {
    of: 'all',
    needs,
    run: change((item, wanted) => ({
      name: 'hideComment',
      method: 'POST',
      path: pathOf(item),
      params: { is_hidden: String(wanted) },
    })),
  },
  remove: {
    of: 'all',
    needs,
    run: change((item) => ({ name: 'deleteComment', method: 'DELETE', path: pathOf(item) }), { mayBeGone: true }),
  },
}
