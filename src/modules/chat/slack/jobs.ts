import { defineJob } from '#infra/queue/index.ts'
import type { EndToken } from './install/end-token.ts'
import type { Notice } from './notices/notice.ts'

/** Handles what Slack has sent. */
export const handleInbox = defineJob<{ readonly key: string }>('slack.handle', {
  retryDelaysMs: [2_000, 15_000, 60_000],
})

/** Tells one person of one event. */
export const sendNotice = defineJob<Notice>('slack.notice')

/** Revokes the token of a workspace that is forgotten. */
export const endToken = defineJob<EndToken>('slack.end-token')

/** Deletes expired codes and installations, and what was handled long ago. A cron enqueues it. */
export const sweepSlack = defineJob('slack.sweep')
