import { forgetOldReplies } from '#infra/http/idempotency/keyed-request.ts'
import { forgetOldBuckets } from '#infra/http/rate-limit.ts'
import { type Handled, handle } from '#infra/queue/index.ts'
import { recordRuns } from '#infra/time/cron-runs.ts'
import { accountHandlers } from '#modules/accounts/index.ts'
import { adminHandlers, selfTestHandlers } from '#modules/admin/index.ts'
import { analyticsHandlers } from '#modules/analytics/index.ts'
import { auditHandlers } from '#modules/audit/index.ts'
import { backupHandlers } from '#modules/backups/index.ts'
import { billingHandlers } from '#modules/billing/index.ts'
import { inboxNewsHandlers, slackHandlers, telegramHandlers } from '#modules/chat/index.ts'
import { connectingHandlers } from '#modules/connecting/index.ts'
import { eventHandlers } from '#modules/event-stream/index.ts'
import { photoForMail } from '#modules/faces/index.ts'
import { guestHandlers } from '#modules/guests/index.ts'

import { identityHandlers } from '#modules/identity/index.ts'
import { inboxHandlers } from '#modules/inbox/index.ts'
import { labelHandlers } from '#modules/labels/index.ts'
import { mailHandlers } from '#modules/mail/index.ts'
import { mediaHandlers, pictureForMail } from '#modules/media/index.ts'
import { callbackHandlers } from '#modules/network-callbacks/index.ts'
import { noticeHandlers } from '#modules/notices/index.ts'
import { fanOutHandlers, ideaHandlers, sourceHandlers } from '#modules/planning/index.ts'
import { postHandlers } from '#modules/posts/index.ts'
import { profileHandlers } from '#modules/profiles/index.ts'
import { publishingHandlers } from '#modules/publishing/index.ts'
import { sharingHandlers } from '#modules/sharing/index.ts'
import { webhookHandlers } from '#modules/webhooks/index.ts'
import { backupTools } from '../backup-tools.ts'
import type { Deps } from '../deps.ts'
import { sweepEdge, sweepJobs } from './jobs.ts'

/** Creates the handler of each job. */
export function createJobHandlers(deps: Deps): readonly Handled[] {
  return recordRuns(deps.db, handlersOf(deps), deps.crons)
}

function handlersOf(deps: Deps): readonly Handled[] {
  const { db, clock } = deps
  return [
    ...mailHandlers({
      ...deps,
      readPicture: (...asked) => pictureForMail(deps, ...asked),
      readPhoto: (uid) => photoForMail(deps, uid),
    }),
    ...identityHandlers(deps),
    ...profileHandlers(deps),
    ...labelHandlers(deps),
    ...mediaHandlers(deps),
    ...accountHandlers(deps),
    ...connectingHandlers(deps),
    ...callbackHandlers(deps),
    ...publishingHandlers(deps),
    ...postHandlers(deps),
    ...fanOutHandlers(deps),
    ...ideaHandlers(deps),
    ...sourceHandlers(deps),
    ...webhookHandlers(deps),
    ...eventHandlers(deps),
    ...sharingHandlers(deps),
    ...guestHandlers(deps),
    ...inboxHandlers(deps),
    ...noticeHandlers(deps),
    ...telegramHandlers(deps),
    ...inboxNewsHandlers(deps),
    ...auditHandlers(deps),
    ...backupHandlers({ ...deps, ...backupTools(deps) }),
    ...billingHandlers(deps),
    ...selfTestHandlers(deps),
    ...analyticsHandlers(deps),
    ...adminHandlers(deps),
    ...slackHandlers(deps),
    handle(sweepEdge, async () => {
      await forgetOldReplies(db, clock.now())
      await forgetOldBuckets(db, clock.now())
    }),
    handle(sweepJobs, () => deps.queue.sweep()),
  ]
}
