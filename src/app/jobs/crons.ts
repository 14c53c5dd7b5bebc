import type { Config } from '#infra/config/config.ts'
import type { Cron } from '#infra/time/planned-run.ts'
import { refreshGrants } from '#modules/accounts/index.ts'
import { foldCounts, watchCertificate } from '#modules/admin/index.ts'
import { mailReports, sweepAnalytics, watchPosts } from '#modules/analytics/index.ts'
import { recordAuditHead } from '#modules/audit/index.ts'
import { backUp } from '#modules/backups/index.ts'
import { enforceBilling } from '#modules/billing/index.ts'
import { sweepSlack, sweepTelegram } from '#modules/chat/index.ts'
import { sweepConnecting } from '#modules/connecting/index.ts'
import { sweepEvents } from '#modules/event-stream/index.ts'
import { catchUpGuests, sweepGuests } from '#modules/guests/index.ts'
import { sweepIdentity } from '#modules/identity/index.ts'
import { keepInboxWords, mailInboxMornings, storeInboxNumbers, wakeInbox } from '#modules/inbox/index.ts'
import { sweepMedia } from '#modules/media/index.ts'
import { sweepNotices, watchNotices } from '#modules/notices/index.ts'
import { purgeIdeas, refreshSources } from '#modules/planning/index.ts'
import { purgePosts, remindOfPosts } from '#modules/posts/index.ts'
import { purgeProfiles } from '#modules/profiles/index.ts'
import { nameLate } from '#modules/publishing/index.ts'
import { sweepSharing } from '#modules/sharing/index.ts'
import { sweepWebhooks } from '#modules/webhooks/index.ts'
import { sweepEdge, sweepJobs } from './jobs.ts'

/** The crons of every installation: name, schedule (UTC) and job. An operator may change a schedule. */
const crons: readonly Cron[] = [
  { name: 'accounts-refresh', schedule: '*/10 * * * *', job: refreshGrants },
  { name: 'administration-certificate', schedule: '51 */6 * * *', job: watchCertificate },
  { name: 'administration-fold', schedule: '* * * * *', job: foldCounts },
  { name: 'audit-head', schedule: '37 0 * * *', job: recordAuditHead },
  { name: 'billing-enforce-past-due', schedule: '53 4 * * *', job: enforceBilling },
  { name: 'connecting-sweep', schedule: '57 * * * *', job: sweepConnecting },
  { name: 'edge-sweep', schedule: '7 * * * *', job: sweepEdge },
  { name: 'event-stream-sweep', schedule: '27 * * * *', job: sweepEvents },
  { name: 'jobs-sweep', schedule: '3 * * * *', job: sweepJobs },
  { name: 'identity-sweep', schedule: '17 * * * *', job: sweepIdentity },
  { name: 'inbox-days', schedule: '2,17,32,47 * * * *', job: storeInboxNumbers },
  { name: 'inbox-mornings', schedule: '*/15 * * * *', job: mailInboxMornings },
  { name: 'inbox-keep', schedule: '38 * * * *', job: keepInboxWords },
  { name: 'inbox-wake', schedule: '* * * * *', job: wakeInbox },
  { name: 'media-sweep', schedule: '47 * * * *', job: sweepMedia },
  { name: 'analytics-reports', schedule: '*/15 * * * *', job: mailReports },
  { name: 'analytics-sweep', schedule: '43 2 * * *', job: sweepAnalytics },
  { name: 'analytics-watch', schedule: '* * * * *', job: watchPosts },
  { name: 'notices-sweep', schedule: '21 2 * * *', job: sweepNotices },
  { name: 'notices-watch', schedule: '* * * * *', job: watchNotices },
  { name: 'planning-holidays', schedule: '33 * * * *', job: refreshSources },
  { name: 'planning-purge-ideas', schedule: '19 3 * * *', job: purgeIdeas },
  { name: 'posts-purge', schedule: '13 3 * * *', job: purgePosts },
  { name: 'posts-remind', schedule: '6 * * * *', job: remindOfPosts },
  { name: 'posts-name-late', schedule: '22 * * * *', job: nameLate },
  { name: 'profiles-purge', schedule: '27 3 * * *', job: purgeProfiles },
  { name: 'slack-sweep', schedule: '11 * * * *', job: sweepSlack },
  { name: 'sharing-sweep', schedule: '9 0 * * *', job: sweepSharing },
  { name: 'guests-mail', schedule: '*/10 * * * *', job: catchUpGuests },
  { name: 'guests-sweep', schedule: '14 3 * * *', job: sweepGuests },
  { name: 'telegram-sweep', schedule: '41 * * * *', job: sweepTelegram },
  { name: 'webhooks-sweep', schedule: '32 * * * *', job: sweepWebhooks },
]

/** Lists the crons of an installation with these settings. */
export const cronsOf = ({ backup }: Pick<Config, 'backup'>): readonly Cron[] =>
  backup ? [...crons, { name: 'backup', schedule: backup.schedule, job: backUp }] : crons
