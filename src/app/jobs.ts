import { forgetOldReplies } from '#infra/http/idempotency.ts'
import { forgetOldWindows } from '#infra/http/rate-limit.ts'
import { defineJob, type Handled, handle, type Job } from '#infra/queue/index.ts'
import {
  accountHandlers,
  disconnectProfile,
  endReplacedGrant,
  refreshGrants,
  revokeGrant,
} from '#modules/accounts/index.ts'
import { analyticsHandlers, syncAccountMetrics, syncMetrics } from '#modules/analytics/index.ts'
import { auditHandlers, recordAuditHead } from '#modules/audit/index.ts'
import { connectingHandlers, sweepConnecting } from '#modules/connecting/index.ts'
import { eventHandlers, sweepEvents } from '#modules/event-stream/index.ts'
import {
  identityHandlers,
  mailPasswordReset,
  sweepIdentity,
  warnOfPasswordGuesses,
  welcomeUser,
} from '#modules/identity/index.ts'
import { mailHandlers, sendMail } from '#modules/mail/index.ts'
import { mediaHandlers, removeMediaFiles, sweepMedia } from '#modules/media/index.ts'
import { callbackHandlers, deleteNetworkData } from '#modules/network-callbacks/index.ts'
import { postHandlers, purgePosts } from '#modules/posts/index.ts'
import { mailInvite, profileHandlers, purgeProfiles } from '#modules/profiles/index.ts'
import { nameLate, publishingHandlers } from '#modules/publishing/index.ts'
import { sweepWebhooks, wakeEndpoint, webhookHandlers } from '#modules/webhooks/index.ts'
import type { Deps } from './deps.ts'

/** Deletes old idempotency replies and old rate-limit windows. */
export const sweepEdge = defineJob('edge.sweep')
/** Ends jobs that nobody took, and deletes old dead letters. */
export const sweepJobs = defineJob('jobs.sweep')

/** Every kind of job. The start fails when one of them has no handler. */
export const jobs: readonly Job[] = [
  sendMail,
  welcomeUser,
  mailPasswordReset,
  warnOfPasswordGuesses,
  sweepIdentity,
  purgeProfiles,
  mailInvite,
  removeMediaFiles,
  sweepMedia,
  revokeGrant,
  endReplacedGrant,
  refreshGrants,
  disconnectProfile,
  sweepConnecting,
  deleteNetworkData,
  purgePosts,
  nameLate,
  wakeEndpoint,
  sweepWebhooks,
  sweepEvents,
  sweepEdge,
  sweepJobs,
  recordAuditHead,
  syncMetrics,
  syncAccountMetrics,
]

/** Returns the handler of each job. */
export function handlersOf(deps: Deps): readonly Handled[] {
  const { db, clock } = deps
  return [
    ...mailHandlers(deps),
    ...identityHandlers(deps),
    ...profileHandlers(deps),
    ...mediaHandlers(deps),
    ...accountHandlers(deps),
    ...connectingHandlers(deps),
    ...callbackHandlers(deps),
    ...publishingHandlers(deps),
    ...postHandlers(deps),
    ...webhookHandlers(deps),
    ...eventHandlers(deps),
    ...auditHandlers(deps),
    ...analyticsHandlers(deps),
    handle(sweepEdge, async () => {
      await forgetOldReplies(db, clock.now())
      await forgetOldWindows(db, clock.now())
    }),
    handle(sweepJobs, () => deps.queue.sweep()),
  ]
}
