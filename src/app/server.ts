import { createEdge, type Edge } from '#infra/http/server.ts'
import { addSystemRoutes } from '#infra/http/system/routes.ts'
import { refuseWhenUnavailable } from '#infra/media-worker/index.ts'
import { accountRoutes } from '#modules/accounts/index.ts'
import { adminRoutes, figuresFor } from '#modules/admin/index.ts'
import { analyticsRoutes } from '#modules/analytics/index.ts'
import { billingRoutes } from '#modules/billing/index.ts'
import { captionRoutes } from '#modules/captions/index.ts'
import { addTelegramRoutes, slackRoutes } from '#modules/chat/index.ts'
import { connectingRoutes } from '#modules/connecting/index.ts'
import { directoryRoutes } from '#modules/directory/index.ts'
import { eventRoutes } from '#modules/event-stream/index.ts'
import { faceRoutes } from '#modules/faces/index.ts'
import { flagRoutes } from '#modules/flags/index.ts'
import { guestRoutes } from '#modules/guests/index.ts'
import {
  createAuthenticator,
  hasOuterProvider,
  identityRoutes,
  metadataUrlAt,
  outerRefusals,
  requireSecondFactor,
} from '#modules/identity/index.ts'
import { inboxRoutes } from '#modules/inbox/index.ts'
import { labelRoutes } from '#modules/labels/index.ts'
import { linkCardRoutes } from '#modules/link-cards/index.ts'
import { mcpRoutes } from '#modules/mcp/index.ts'
import { lookAtMedia, mediaRoutes } from '#modules/media/index.ts'
import { mentionRoutes } from '#modules/mentions/index.ts'
import { callbackRoutes } from '#modules/network-callbacks/index.ts'
import { lookAtNotices, noticeRoutes } from '#modules/notices/index.ts'
import { planningRoutes } from '#modules/planning/index.ts'
import { lookAtEdits, lookAtPresence, lookAtPublications, networkSchemas, postRoutes } from '#modules/posts/index.ts'
import { profileRoutes } from '#modules/profiles/index.ts'
import { quotaRoutes } from '#modules/quota/index.ts'
import { sandboxRoutes } from '#modules/sandbox/index.ts'
import { secretRoutes } from '#modules/secrets/index.ts'
import { sharingRoutes } from '#modules/sharing/index.ts'
import { stockRoutes } from '#modules/stock/index.ts'
import { teamCommentRoutes } from '#modules/team-comments/index.ts'
import { textRoutes } from '#modules/texts/index.ts'
import { viewRoutes } from '#modules/views/index.ts'
import { lookAtDeliveries, sentWebhooks, webhookRoutes } from '#modules/webhooks/index.ts'
import { everySetting } from './config.ts'
import type { Deps } from './deps.ts'
import { version } from './node/version.ts'
import { checkSecret } from './secrets/check-secret.ts'
import { openWebFace, type WebFiles } from './web/web-routes.ts'

/** Creates the HTTP server with the routes of every module, and the web app if given. */
export async function createServer(deps: Deps, web: WebFiles | null = null): Promise<Edge> {
  const authenticate = createAuthenticator(deps)
  const face = web && openWebFace(web)
  const app = await createEdge({
    log: deps.log,
    trustProxy: deps.config.trustProxy,
    https: deps.config.publicUrl.startsWith('https:'),
    corsOrigins: deps.config.corsOrigins,
    loopbackUrl: deps.config.isOpenToOthers ? null : deps.config.publicUrl,
    ratePerMinute: deps.config.ratePerMinute,
    cronSecret: deps.config.cronSecret,
    limiter: deps.limiter,
    conditions: deps,
    credentialRefusals: hasOuterProvider(deps.config) ? outerRefusals : [],
    authenticate,
    onWritten: deps.writes.note,
    onKeyUsed: deps.requestLog.note,
    // Without pages, no user could respond to an app's request.
    ...(deps.config.web ? { metadataUrlAt: (path: string) => metadataUrlAt(deps.config, path) } : {}),
    ...(face ? { showMissing: face.showMissing } : {}),
    document: { requestSchemas: networkSchemas(deps.connectors), webhooks: sentWebhooks },
  })
  await addSystemRoutes(app, {
    db: deps.db,
    tryDisk: deps.config.database ? () => refuseWhenUnavailable(deps.scratch.tryWriting) : null,
    queue: deps.queue,
    figures: figuresFor(deps),
    home: web ? null : { sandboxUrl: deps.config.sandbox?.url ?? null, needsInvitation: deps.config.signUp !== 'open' },
  })
  identityRoutes(app, deps)
  profileRoutes(app, deps)
  mediaRoutes(app, deps)
  faceRoutes(app, deps)
  stockRoutes(app, deps)
  linkCardRoutes(app, deps)
  accountRoutes(app, deps)
  connectingRoutes(app, deps)
  callbackRoutes(app, deps)
  quotaRoutes(app, deps)
  analyticsRoutes(app, deps)
  postRoutes(app, deps)
  planningRoutes(app, deps)
  sharingRoutes(app, deps)
  guestRoutes(app, deps)
  teamCommentRoutes(app, deps)
  inboxRoutes(app, deps)
  textRoutes(app, deps)
  mentionRoutes(app, deps)
  noticeRoutes(app, deps)
  labelRoutes(app, deps)
  directoryRoutes(app, deps)
  viewRoutes(app, deps)
  captionRoutes(app, deps)
  slackRoutes(app, deps)
  addTelegramRoutes(app, deps)
  webhookRoutes(app, deps)
  const looks = [lookAtPublications, lookAtEdits, lookAtPresence, lookAtDeliveries, lookAtMedia, lookAtNotices]
  eventRoutes(app, { ...deps, authenticate, looks })
  billingRoutes(app, deps)
  flagRoutes(app, deps)
  sandboxRoutes(app, deps)
  secretRoutes(app, {
    ...deps,
    everySetting,
    checkSecret: (name, config) => checkSecret(deps, name, config),
    requireSecondFactor: (caller, code) => requireSecondFactor(deps, caller, code),
  })
  adminRoutes(app, deps)
  mcpRoutes(app, { ...deps, version })
  face?.addRoutes(app)
  await app.ready()
  return app
}

/** Returns the port of a listening server. */
export function portOf(app: Edge): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.')
  return address.port
}
