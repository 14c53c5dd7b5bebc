import type { InboxActs } from '#connectors/contract/inbox-acts.ts'
import { actsBy, pathOf } from '#connectors/meta/inbox/act-on-item.ts'
import { ask } from '../api.ts'
import { callerOf, type Grant } from '../auth/grant.ts'

const needs = [['instagram_business_manage_comments', 'instagram_manage_comments']]

const change = actsBy<Grant>(({ http, grant, accountId }) => {
  const caller = callerOf(grant, accountId)
  return (call) => ask(http, caller, call)
}, 'getComment')

/** Likes, hides and deletes comments on the account's own posts. */
export const acts: InboxActs<Grant> = {
  like: {
    needs: ['instagram_manage_engagement'],
    // Instagram has likes only for accounts that signed in with Facebook.
    isOffered: (scopes) => scopes.length === 0 || scopes.includes('instagram_basic'),
    // More than 50 likes in 5 seconds lock them for an hour.
    gapMs: 200,
    run: change(({ remoteId }, wanted, { accountId }) => ({
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
