import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { Act, ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import type { GraphCall } from '#connectors/meta/graph-call.ts'
import { actOnItem } from '#connectors/meta/inbox/act-on-item.ts'
import { ask } from '../api.ts'
import { type Grant, tokenOf } from '../auth/grant.ts'

const needs = ['pages_manage_engagement']

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

const pathOf = ({ remoteId }: ActedOn): string => `/${encodeURIComponent(remoteId)}`

function change(callOf: (item: ActedOn, wanted: boolean) => GraphCall, { mayBeGone = false } = {}): Act<Grant>['run'] {
  return ({ http, grant, accountId }: InboxCall<Grant>, item, wanted) => {
    const token = tokenOf(grant, accountId)
    const send = (call: GraphCall) => ask(http, { ...call, token })
    return actOnItem({
      act: () => send(callOf(item, wanted)),
      read: () => send({ name: 'getComment', method: 'GET', path: pathOf(item), params: { fields: 'id' } }),
      mayBeGone: mayBeGone || !wanted,
    })
  }
}
