import type { InboxCall } from '#connectors/contract/inbox.ts'
import type { Act, ActedOn, InboxActs } from '#connectors/contract/inbox-acts.ts'
import type { GraphCall } from '#connectors/meta/graph-call.ts'
import { actOnItem } from '#connectors/meta/inbox/act-on-item.ts'
import { ask } from '../api.ts'
import { callerOf, type Grant } from '../auth/grant.ts'

const needs = [['instagram_business_manage_comments', 'instagram_manage_comments']]

/** Likes, hides and deletes comments on the account's own posts. */
export const acts: InboxActs<Grant> = {
  like: {
    needs: ['instagram_manage_engagement'],
    // Instagram has likes only for accounts that signed in with Facebook.
    isOffered: (scopes) => scopes.length === 0 || scopes.includes('instagram_basic'),
    // More than 50 likes in 5 seconds lock them for an hour.
    gapMs: 200,
    run: change(({ remoteId }, wanted, accountId) => ({
      name: wanted ? 'likeComment' : 'unlikeComment',
      method: wanted ? 'POST' : 'DELETE',
      path: `/${accountId}/likes`,
      params: { comment_id: remoteId },
    })),
  },
  hide: {
    of: 'all',
    needs,
    run: change((item, wanted) => ({
      name: 'hideComment',
      method: 'POST',
      path: pathOf(item),
      params: { hide: String(wanted) },
    })),
  },
  remove: {
    of: 'all',
    needs,
    run: change((item) => ({ name: 'deleteComment', method: 'DELETE', path: pathOf(item) }), { mayBeGone: true }),
  },
}

const pathOf = ({ remoteId }: ActedOn): string => `/${encodeURIComponent(remoteId)}`

function change(
  callOf: (item: ActedOn, wanted: boolean, accountId: string) => GraphCall,
  { mayBeGone = false } = {},
): Act<Grant>['run'] {
  return ({ http, grant, accountId }: InboxCall<Grant>, item, wanted) => {
    const caller = callerOf(grant, accountId)
    return actOnItem({
      act: () => ask(http, caller, callOf(item, wanted, accountId)),
      read: () =>
        ask(http, caller, { name: 'getComment', method: 'GET', path: pathOf(item), params: { fields: 'id' } }),
      mayBeGone: mayBeGone || !wanted,
    })
  }
}
