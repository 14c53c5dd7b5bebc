import { defineJob, type Job } from '#infra/queue/index.ts'
import {
  disconnectProfile,
  endReplacedGrant,
  fetchAccountFace,
  refreshGrants,
  revokeGrant,
} from '#modules/accounts/index.ts'
import { foldCounts, runSelfTests, watchCertificate } from '#modules/admin/index.ts'
import { mailReports, sweepAnalytics, watchPosts } from '#modules/analytics/index.ts'
import { recordAuditHead } from '#modules/audit/index.ts'
import { backUp } from '#modules/backups/index.ts'
import { enforceBilling } from '#modules/billing/index.ts'
import { endToken, handleInbox, sendNotice, sweepSlack, sweepTelegram, tellInbox } from '#modules/chat/index.ts'
import { sweepConnecting } from '#modules/connecting/index.ts'
import { sweepEvents } from '#modules/event-stream/index.ts'
import { catchUpGuests, mailGuests, sweepGuests } from '#modules/guests/index.ts'
import {
  fetchUserFace,
  mailPasswordReset,
  sweepIdentity,
  warnOfPasswordGuesses,
  welcomeUser,
} from '#modules/identity/index.ts'
import { keepInboxWords, mailInboxMornings, storeInboxNumbers, wakeInbox } from '#modules/inbox/index.ts'
import { retag } from '#modules/labels/index.ts'
import { sendMail } from '#modules/mail/index.ts'
import { removeMediaFiles, sweepMedia } from '#modules/media/index.ts'
import { deleteNetworkData } from '#modules/network-callbacks/index.ts'
import { sweepNotices, watchNotices } from '#modules/notices/index.ts'
import { purgeIdeas, refreshSource, refreshSources, repost } from '#modules/planning/index.ts'
import { purgePosts, releaseHeld, remindOfPosts } from '#modules/posts/index.ts'
import { fetchProfileFace, mailInvite, purgeProfiles } from '#modules/profiles/index.ts'
import { nameLate } from '#modules/publishing/index.ts'
import { sweepSharing } from '#modules/sharing/index.ts'
import { sweepWebhooks, wakeEndpoint } from '#modules/webhooks/index.ts'

/** Deletes old idempotency replies and old rate-limit windows. */
export const sweepEdge = defineJob('edge.sweep')
/** Ends jobs that no worker claimed, and deletes old dead letters. */
export const sweepJobs = defineJob('jobs.sweep')

/** Every kind of job. The start fails if one has no handler. */
export const jobs: readonly Job[] = [
  sendMail,
  welcomeUser,
  mailPasswordReset,
  warnOfPasswordGuesses,
  sweepIdentity,
  purgeProfiles,
  mailInvite,
  retag,
  removeMediaFiles,
  sweepMedia,
  revokeGrant,
  endReplacedGrant,
  refreshGrants,
  fetchAccountFace,
  fetchUserFace,
  fetchProfileFace,
  disconnectProfile,
  sweepConnecting,
  deleteNetworkData,
  purgePosts,
  remindOfPosts,
  releaseHeld,
  repost,
  purgeIdeas,
  refreshSource,
  refreshSources,
  nameLate,
  wakeEndpoint,
  sweepWebhooks,
  sweepEvents,
  catchUpGuests,
  mailGuests,
  sweepGuests,
  keepInboxWords,
  mailInboxMornings,
  storeInboxNumbers,
  wakeInbox,
  sweepSharing,
  watchNotices,
  sweepNotices,
  sweepEdge,
  sweepJobs,
  recordAuditHead,
  backUp,
  runSelfTests,
  enforceBilling,
  watchPosts,
  sweepAnalytics,
  mailReports,
  foldCounts,
  watchCertificate,
  handleInbox,
  sendNotice,
  endToken,
  sweepSlack,
  sweepTelegram,
  tellInbox,
]
