import { defineJob } from '#infra/queue/index.ts'
import type { InboxNews } from '../conversation/talks.ts'

/** Handles Slack's deliveries. */
export const handleInbox = defineJob<{ readonly key: string }>('slack.handle', {
  retryDelaysMs: [2_000, 15_000, 60_000],
})

/** One notice for one person. Its job contains only IDs, except for data that could not be read later. */
export interface SlackNotice {
  readonly type: string
  readonly eventId: string
  readonly workspaceId: string
  readonly slackId: string
  readonly postId: string | null
  readonly account: { readonly network: string; readonly handle: string; readonly reason: string } | null
  readonly alert: { readonly severity: string; readonly message: string } | null
  /** News of an inbox. Omitted if it is about something else. */
  readonly inbox?: InboxNews
}

/** Notifies one person of one event. */
export const sendNotice = defineJob<SlackNotice>('slack.notice')

export interface EndToken {
  readonly mode: 'live' | 'sandbox'
  readonly sealedToken: string
}

/** Revokes the token of a deleted workspace. */
export const endToken = defineJob<EndToken>('slack.end-token')

/** Deletes expired codes and installations, and old deliveries. A cron enqueues it. */
export const sweepSlack = defineJob('slack.sweep')
