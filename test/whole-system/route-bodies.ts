import type { RouteFact } from '#infra/http/openapi/route-table.ts'
import { greta } from '../world/guests.ts'

/** The smallest accepted body of each route that needs one. */
const bodies: Readonly<Record<string, object>> = {
  'POST /v1/profiles/:id/members': { email: 'somebody@example.com', role: 'viewer' },
  'POST /v1/profiles/:id/invites': {},
  'PATCH /v1/profiles/:id/members/:uid': { role: 'viewer' },
  'POST /v1/connections/:accountId/upgrade-scopes': {
    scopes: ['more'],
    redirectUrl: 'http://posthorn.test/v1/oauth/callback/bluesky',
  },
  'PATCH /v1/recurring-posts/:id/occurrences/:at': { skipped: true },
  'POST /v1/connections/:accountId/choose-page': { pageId: '1' },
  'POST /v1/webhooks/:id/replay-failed': { since: '2026-01-01T00:00:00Z' },
  'PUT /v1/analytics/reports/:profileId': { weekly: true },
  'POST /v1/admin/alerts/:id/ack': {},
  'POST /v1/admin/cron/configs/:name': { enabled: true },
  'POST /v1/admin/support/:ticketId/triage': { status: 'waiting' },
  'POST /v1/admin/users/:uid/role': { role: 'user' },
  'POST /v1/admin/users/:uid/disable': { reason: 'Spam.' },
  'POST /v1/admin/email-templates/:name': { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' },
  'POST /v1/admin/email-templates/:name/preview': {},
  'PUT /v1/admin/directory/groups/:id/grants': { role: null, brands: [] },
  'PATCH /v1/auth/me/passkeys/:id': { name: 'Phone' },
  'POST /v1/posts/:id/approve': { contentHash: '0'.repeat(64) },
  'POST /v1/posts/:id/reject': { reason: 'The date is wrong.' },
  'PATCH /v1/posts/:id/recycle-config': { enabled: false },
  'POST /v1/profiles/:id/account-sets': { name: 'Everywhere', accountIds: ['acc_01kajv4z00e008000000000001'] },
  'POST /v1/texts/:id/apply': { post: { profileId: 'prof_01kajv4z00e008000000000001' } },
  'POST /v1/posts/:id/template': { name: 'Launch' },
  'POST /v1/slot-plans/:id/preview': {},
  'POST /v1/slot-plans/:id/add': { postIds: ['post_01kajv4z00e008000000000001'] },
  'POST /v1/ideas/:id/move': { stageId: 'stage_01kajv4z00e008000000000001' },
  'POST /v1/slot-plans/:id/move': { postId: 'post_01kajv4z00e008000000000001' },
  'POST /v1/slot-plans/:id/arrange': { postIds: ['post_01kajv4z00e008000000000001'] },
  'POST /v1/labels/:id/merge': { intoId: 'lbl_01kajv4z00e008000000000001' },
  'POST /v1/posts/:id/team-comments': { text: 'x' },
  'POST /v1/inbox/conversations/:id/replies': {
    itemId: 'itm_01kajv4z00e008000000000001',
    lastItemId: 'itm_01kajv4z00e008000000000001',
    text: 'x',
  },
  'POST /v1/inbox/replies/:id/resolve': { resolve: 'published' },
  'POST /v1/inbox/conversations/:id/notes': { text: 'x' },
  'PATCH /v1/inbox/replies/:id': { text: 'x' },
  'POST /v1/inbox/replies/:id/approve': {
    contentHash: '0'.repeat(64),
    lastItemId: 'itm_01kajv4z00e008000000000001',
  },
  'POST /v1/inbox/replies/:id/reject': { reason: 'x' },
  'PATCH /v1/inbox/accounts/:id': { isOn: false },
  'POST /v1/profiles/:id/guests': greta,
  'POST /v1/posts/:id/comments': { text: 'x' },
  'POST /v1/posts/:id/expand': { platforms: ['bluesky'] },
  'POST /v1/posts/:id/targets/:targetId/resolve': { resolve: 'published' },
}

/** Returns the smallest body that a route accepts, or undefined if it needs none. */
export const bodyOf = ({ method, url }: RouteFact): object | undefined =>
  bodies[`${method} ${url}`] ?? (method === 'PATCH' ? {} : undefined)
